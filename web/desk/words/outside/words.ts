import { inLanguages } from '../../../browser/languages.ts';
import { useLanguage } from '../../parts.tsx';
import { words as en, type OutsideWords } from './en.ts';
import { words as ms } from './ms.ts';
import { words as zh } from './zh.ts';

const words = inLanguages<OutsideWords>(en, ms, zh);

export const useOutsideWords = (): OutsideWords => words[useLanguage().code];
