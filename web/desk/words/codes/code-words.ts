import type { DeskCode } from '../../desk-calls.ts';

/** What people read for each refusal of the platform that a call of the desk can meet. */
export type CodeWords = Readonly<Record<DeskCode, string>>;
