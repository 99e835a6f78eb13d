import { useEffect, useRef, useState } from 'preact/hooks';
import { type CameraProblem, watchCamera } from './handout/camera.ts';
import { Button, Note, useWords } from './parts.tsx';

interface ScannerProps {
  /** Whether a code can be taken now. */
  readonly canTake: () => boolean;
  readonly onCode: (code: string) => void;
  /** What is said below the picture. */
  readonly says: string;
}

/** The camera with what it sees, or why there is none. */
export function Scanner({ canTake, onCode, says }: ScannerProps) {
  const { handout } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<CameraProblem>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ canTake, onCode });
  latest.current = { canTake, onCode };
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const mayTake = () => latest.current.canTake() && !document.hidden;
    const use = {
      canTake: mayTake,
      isResting: () => !mayTake(),
      onCode: (code: string) => latest.current.onCode(code),
    };
    const watching = watchCamera(element, use).catch((why: CameraProblem) => {
      setProblem(why);
      return () => {};
    });
    return () => void watching.then((stop) => stop());
  }, [attempt]);
  if (!problem)
    return (
      <div class="eye">
        <video ref={video} muted playsInline tabIndex={-1} />
        <p role="status">{says}</p>
      </div>
    );
  const again = () => {
    setProblem(undefined);
    setAttempt((n) => n + 1);
  };
  return (
    <Note
      kind="warn"
      title={problem === 'refused' ? handout.cameraRefused : handout.noCamera}
      more={<Button label={handout.cameraAllowed} act={again} />}
    />
  );
}
