import { lazyWords } from '../lazy-words.tsx';
import { teamWords } from '../words/languages.ts';

const words = lazyWords(teamWords);

/** The words of the pages about people and campaigns, in the language of the page. */
export const useTeam = words.use;
export const withTeamWords = words.with;
