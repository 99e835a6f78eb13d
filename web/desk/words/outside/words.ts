import { useLanguage } from '../../parts.tsx';
import type { OutsideWords } from './en.ts';
import { words as en } from './en.ts';
import { words as ms } from './ms.ts';
import { words as zh } from './zh.ts';

/** They are few and seldom read, so they are loaded together. */
const WORDS = { 'en-MY': en, 'ms-MY': ms, 'zh-Hans-MY': zh };

export const useOutsideWords = (): OutsideWords => WORDS[useLanguage().code];
