import { SeenCodes } from './codes.ts';
import { codeReader } from './reader.ts';

export type CameraProblem = 'refused' | 'missing';
const FRAME_MS = 80;
/** While a gift waits to be handed out, reading its code again and again would only empty the battery. */
const WAITING_FRAME_MS = 400;
export interface CameraUse {
  /** Whether a code can be taken now. */
  readonly canTake: () => boolean;
  /** Whether no code can be taken before somebody presses a button. */
  readonly isResting: () => boolean;
  readonly onCode: (code: string) => void;
}

/** Shows the camera in the video, and calls back for each new code. @returns how to stop. @throws a `CameraProblem` */
export async function watchCamera(
  video: HTMLVideoElement,
  { canTake, isResting, onCode }: CameraUse,
): Promise<() => void> {
  const stream = await openCamera();
  const stop = () => {
    isOn = false;
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  let isOn = true;
  video.srcObject = stream;
  const seen = new SeenCodes();
  const [read] = await Promise.all([codeReader(), video.play().catch(() => {})]);
  const look = async () => {
    if (!isOn) return;
    const codes = video.readyState >= video.HAVE_CURRENT_DATA ? await read(video) : [];
    const code = seen.next(codes, performance.now(), canTake());
    if (code !== undefined && isOn) onCode(code);
    setTimeout(look, isResting() ? WAITING_FRAME_MS : FRAME_MS);
  };
  void look();
  return stop;
}

async function openCamera(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 } },
    });
  } catch (error) {
    throw error instanceof Error && error.name === 'NotAllowedError' ? 'refused' : 'missing';
  }
}
