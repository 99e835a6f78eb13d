import type { Result } from './results.ts';

/** Short sounds and vibrations for results. They say nothing that the screen does not say. */
interface Signal {
  /** Frequencies in hertz; 0 is silence. */
  readonly tones: readonly number[];
  readonly toneSeconds: number;
  readonly vibration?: readonly number[];
}

const SIGNALS: Partial<Record<Result['kind'], Signal>> = {
  ready: { tones: [1320], toneSeconds: 0.09 },
  given: { tones: [880, 1320], toneSeconds: 0.1, vibration: [60] },
  already: { tones: [165, 0, 165], toneSeconds: 0.13, vibration: [200, 80, 200] },
  expired: { tones: [262], toneSeconds: 0.25, vibration: [120] },
  own: { tones: [262], toneSeconds: 0.25, vibration: [120] },
  other: { tones: [262], toneSeconds: 0.25, vibration: [120] },
  not_a_code: { tones: [262], toneSeconds: 0.25, vibration: [120] },
  too_many: { tones: [262], toneSeconds: 0.25, vibration: [120] },
  gone: { tones: [262], toneSeconds: 0.25, vibration: [120] },
  removed: { tones: [262], toneSeconds: 0.25, vibration: [120] },
  offline: { tones: [700, 0, 700, 0, 700], toneSeconds: 0.05 },
  unanswered: { tones: [700, 0, 700, 0, 700], toneSeconds: 0.05 },
};

const VOLUME = 0.15;
let audio: AudioContext | undefined;
let last: OscillatorNode | undefined;

/** Browsers permit sound only after a tap or a key, so the first results may be silent. They must not sound later. */
export function signal(kind: Result['kind']): void {
  const found = SIGNALS[kind];
  if (!found) return;
  navigator.vibrate?.([...(found.vibration ?? [])]);
  if (navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  void audio.resume();
  const volume = audio.createGain();
  volume.gain.value = VOLUME;
  volume.connect(audio.destination);
  for (const [n, frequency] of found.tones.entries()) {
    if (frequency === 0) continue;
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(audio.currentTime + n * found.toneSeconds);
    tone.stop(audio.currentTime + (n + 1) * found.toneSeconds);
    // An open context plays silence, which costs a phone its battery.
    tone.onended = () => tone === last && void audio?.suspend();
    last = tone;
  }
}
