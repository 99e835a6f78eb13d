import type * as z from 'zod/mini';
import type { OnboardingDefinition } from '../../functions/onboarding/contract.ts';
import { currentFlow, onboardingAnswers, onboardingFlow } from '../../shared/onboarding/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { days } from '../../shared/values/clock.ts';
import type { FlowLanguage } from '../../shared/values/languages.ts';
import { fixedId } from './ids.ts';
import { accountOf, type PersonaName } from './people.ts';
import type { Times } from './times.ts';

type Definition = z.input<typeof OnboardingDefinition>;

const texts = (english: string, malay: string, chinese: string): Record<FlowLanguage, string> => ({
  'en-MY': english,
  'ms-MY': malay,
  'zh-Hans-MY': chinese,
});

const welcome: Definition = {
  name: 'Welcome',
  slides: [
    {
      id: 'welcome',
      title: texts('Welcome to Sihat', 'Selamat datang ke Sihat', '欢迎使用 Sihat'),
      body: texts(
        'Walk with your neighbours, join an exhibition, keep your records in your own hands.',
        'Berjalan bersama jiran, sertai pameran, simpan rekod anda di tangan sendiri.',
        '与邻里同行，参加展览，健康记录由您自己掌握。',
      ),
      image: {
        url: 'https://images.sihat.example/onboarding/welcome.webp',
        alt: texts('Three friends at a lake', 'Tiga orang kawan di tepi tasik', '三位朋友在湖边'),
      },
    },
    {
      id: 'consent',
      title: texts(
        'You decide who sees what',
        'Anda menentukan siapa boleh melihat apa',
        '谁能看到什么，由您决定',
      ),
      body: texts(
        'A doctor reads nothing until you approve. Your alias is shown on a display only if you agree.',
        'Doktor tidak membaca apa-apa sebelum anda meluluskannya. Nama samaran anda dipaparkan hanya dengan persetujuan anda.',
        '未经您批准，医生无法查看任何内容。只有您同意，您的昵称才会显示在大屏幕上。',
      ),
      image: {
        url: 'https://images.sihat.example/onboarding/consent.webp',
        alt: texts('A phone that shows a QR code', 'Telefon memaparkan kod QR', '显示二维码的手机'),
      },
    },
  ],
  questions: [
    {
      id: 'interest',
      prompt: texts('What brings you here?', 'Apa yang membawa anda ke sini?', '您为什么来到这里？'),
      kind: 'single',
      options: [
        { id: 'walking', label: texts('Walking', 'Berjalan kaki', '步行') },
        { id: 'records', label: texts('My health records', 'Rekod kesihatan saya', '我的健康记录') },
        { id: 'work', label: texts('My employer', 'Majikan saya', '我的雇主') },
      ],
      maxSelections: 1,
    },
  ],
};

const [firstSlide] = welcome.slides;
const beforeThat: Definition = { name: 'Welcome, first try', slides: firstSlide ? [firstSlide] : [] };
/** A draft may contain empty translations. */
const ramadan: Definition = {
  name: 'Ramadan edition',
  slides: [
    {
      id: 'ramadan',
      title: texts('Moving while fasting', 'Bergerak semasa berpuasa', ''),
      body: texts('A gentle walk before iftar is enough.', 'Jalan santai sebelum berbuka sudah memadai.', ''),
      image: {
        url: 'https://images.sihat.example/onboarding/ramadan.webp',
        alt: texts('A mosque at dusk', 'Masjid pada waktu senja', ''),
      },
    },
  ],
};

/** The published onboarding flow, its predecessor, a draft, and the answers of two people. */
export function onboarding({ ago }: Times): StoredItem[] {
  const answersOf = (name: PersonaName, option: string) =>
    onboardingAnswers.stored({
      accountId: accountOf(name),
      flowId: fixedId('flow', 2),
      version: 4,
      answers: [{ questionId: 'interest', optionIds: [option] }],
      answeredAt: ago(days(60)),
    });
  return [
    onboardingFlow.stored({
      id: fixedId('flow', 1),
      status: 'archived',
      version: 2,
      definition: beforeThat,
      createdAt: ago(days(200)),
      updatedAt: ago(days(90)),
      publishedAt: ago(days(198)),
    }),
    onboardingFlow.stored({
      id: fixedId('flow', 2),
      status: 'published',
      version: 4,
      definition: welcome,
      createdAt: ago(days(100)),
      updatedAt: ago(days(90)),
      publishedAt: ago(days(90)),
    }),
    currentFlow.stored({ flowId: fixedId('flow', 2) }),
    answersOf('walker', 'walking'),
    answersOf('patient', 'records'),
    onboardingFlow.stored({
      id: fixedId('flow', 3),
      status: 'draft',
      version: 1,
      definition: ramadan,
      createdAt: ago(days(4)),
      updatedAt: ago(days(4)),
    }),
  ];
}
