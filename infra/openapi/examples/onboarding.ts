import type { Examples } from './example.ts';

const definition = {
  name: 'Selamat datang 2026',
  slides: [
    {
      id: 'welcome',
      title: {
        'en-MY': 'Welcome to Sihat',
        'ms-MY': 'Selamat datang ke Sihat',
        'zh-Hans-MY': '欢迎来到 Sihat',
      },
      body: {
        'en-MY': 'Walk together, look after your health, and keep your records in your own hands.',
        'ms-MY': 'Berjalan bersama, jaga kesihatan, dan simpan rekod anda sendiri.',
        'zh-Hans-MY': '一起步行，关爱健康，自己掌握自己的记录。',
      },
      image: {
        url: 'https://images.sihat.my/onboarding/welcome.webp',
        alt: {
          'en-MY': 'Neighbours walking in a park',
          'ms-MY': 'Jiran berjalan di taman',
          'zh-Hans-MY': '邻居们在公园散步',
        },
      },
    },
  ],
  questions: [
    {
      id: 'goal',
      prompt: {
        'en-MY': 'What would you like to do?',
        'ms-MY': 'Apakah yang anda ingin lakukan?',
        'zh-Hans-MY': '您想做什么？',
      },
      kind: 'single' as const,
      options: [
        {
          id: 'walk',
          label: { 'en-MY': 'Walk more', 'ms-MY': 'Lebih banyak berjalan', 'zh-Hans-MY': '多走路' },
        },
        { id: 'meet', label: { 'en-MY': 'Meet people', 'ms-MY': 'Berkenalan', 'zh-Hans-MY': '认识朋友' } },
      ],
      maxSelections: 1,
    },
  ],
};

const draft = {
  id: '886313e1-3b8a-4372-9b90-0c9aee199e5d',
  status: 'draft' as const,
  version: 1,
  definition,
  createdAt: '2026-03-02T02:15:09.412Z',
  updatedAt: '2026-03-02T02:15:09.412Z',
};

const publishedFlow = {
  ...draft,
  status: 'published' as const,
  version: 3,
  updatedAt: '2026-03-04T01:00:00.000Z',
  publishedAt: '2026-03-04T01:00:00.000Z',
};

const answers = {
  flowId: publishedFlow.id,
  version: publishedFlow.version,
  answers: [{ questionId: 'goal', optionIds: ['walk'] }],
};
const saved = { ...answers, answeredAt: '2026-03-05T11:42:30.118Z' };

export const examples = {
  createOnboardingDraft: { body: { definition }, success: { 201: draft } },
  listOnboardingFlows: { success: { 200: { flows: [draft] } } },
  getOnboardingFlow: { success: { 200: draft } },
  updateOnboardingDraft: { body: { definition, version: 1 }, success: { 200: { ...draft, version: 2 } } },
  publishOnboardingFlow: { success: { 200: publishedFlow } },
  archiveOnboardingFlow: { success: { 200: { ...publishedFlow, status: 'archived' } } },
  currentOnboarding: { success: { 200: publishedFlow } },
  saveOnboardingAnswers: { body: answers, success: { 200: saved } },
  getOnboardingAnswers: { success: { 200: saved } },
} satisfies Partial<Examples>;
