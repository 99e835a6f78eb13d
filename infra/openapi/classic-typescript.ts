import { ts } from '@ts-morph/common';

/** The compiler with its classic API. */
export default ts;
