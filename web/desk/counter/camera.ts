import { codeReader } from './reader.ts';

export type CameraProblem = 'refused' | 'missing';
const FRAME_MS = 80;
/** While a gift waits to be handed out, reading its code again and again would only empty the battery. */
const WAITING_FRAME_MS = 400;
/** A code is read again only when the frame was without it for this long. */
const GONE_MS = 2_000;

/** Decides which of the codes in the frames are new. */
class SeenCodes {
  #last = '';
  #at = Number.NEGATIVE_INFINITY;

  /** @returns whether the code is another one than the last, or has been out of the frame. @param canTake whether it is taken now */
  isNew(code: string, now: number, canTake: boolean): boolean {
    const isSame = code === this.#last && now - this.#at < GONE_MS;
    if (isSame || !canTake) {
      if (isSame) this.#at = now;
      return false;
    }
    this.#last = code;
    this.#at = now;
    return true;
  }
}

/** Shows the camera in the video, and calls back for each new code. @returns how to stop. @throws a `CameraProblem` */
export async function watchCamera(
  video: HTMLVideoElement,
  { canTake, onCode }: { readonly canTake: () => boolean; readonly onCode: (code: string) => void },
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
    const code = video.readyState >= video.HAVE_CURRENT_DATA ? await read(video) : undefined;
    if (code !== undefined && isOn && seen.isNew(code, performance.now(), canTake())) onCode(code);
    setTimeout(look, canTake() ? FRAME_MS : WAITING_FRAME_MS);
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
