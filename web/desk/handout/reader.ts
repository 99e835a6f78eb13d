interface Detector {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  readonly getSupportedFormats: () => Promise<readonly string[]>;
}

/**
 * Reads all QR codes of a frame with the browser's detector. Where the browser has none (Firefox, Safari, Chromium on Windows and Linux), the
 * package `qr` reads them, which has the same interface and is loaded only then.
 */
export async function codeReader(): Promise<(video: HTMLVideoElement) => Promise<readonly string[]>> {
  const { BarcodeDetector: native } = globalThis as { readonly BarcodeDetector?: DetectorClass };
  const isNative = (await native?.getSupportedFormats().catch(() => []))?.some(
    (format) => format === 'qr_code',
  );
  const Class = native && isNative ? native : (await import('./stand-in.ts')).BarcodeDetector;
  const detector = new Class({ formats: ['qr_code'] });
  return async (video) => {
    // A frame that is not ready is an error of the detector. The next frame follows soon.
    const codes = await detector.detect(video).catch(() => []);
    return codes.map(({ rawValue }) => rawValue);
  };
}
