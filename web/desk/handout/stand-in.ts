export { BarcodeDetector } from 'qr/decode.js';
