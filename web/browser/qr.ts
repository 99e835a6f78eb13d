import { encode } from 'uqr';

const SVG = 'http://www.w3.org/2000/svg';
/** The standard requires four light modules around the symbol. */
const QUIET_ZONE = 4;
/** 33 modules. A smaller symbol would leave more of its box to the quiet zone. */
const LEAST_VERSION = 4;

/** Draws a QR code as one path, which stays sharp at every size. */
export function qrCode(document: Document, address: string, label: string): SVGElement {
  const { size, data } = encode(address, { ecc: 'M', border: QUIET_ZONE, minVersion: LEAST_VERSION });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1H${index}z`),
  );
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  const attributes = {
    class: 'qr',
    viewBox: `0 0 ${size} ${size}`,
    'shape-rendering': 'crispEdges',
    role: 'img',
    'aria-label': label,
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  path.setAttribute('fill', 'currentColor');
  path.setAttribute('d', runs.join(''));
  svg.append(path);
  return svg;
}
