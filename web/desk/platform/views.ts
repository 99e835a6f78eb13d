/** The pages of administrators, which are loaded as one part: somebody who opens one of them soon opens the others. */

export { Gifts as gifts } from './gifts.tsx';
export { Halls as halls } from './halls.tsx';
export { Waiting as waiting } from './waiting.tsx';
export { withPlatformWords } from './words.tsx';
