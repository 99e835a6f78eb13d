import type { ExamplesOf } from '../../shared/contract/examples.ts';
import {
  givenAnswers,
  localized,
  onboardingAnswers,
  question,
} from '../../shared/onboarding/schemas.examples.ts';
import { CURSOR, FLOW_ID } from '../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../shared/values/meanings.ts';
import { nextCursor, page } from '../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import {
  createOnboardingDraft,
  getOnboardingFlow,
  listOnboardingFlows,
  OnboardingDefinition,
  OnboardingFlow,
  SignInSettings,
  Slide,
  saveOnboardingAnswers,
  updateOnboardingDraft,
} from './contract.ts';

export const meanings = [
  meaningsOf(Slide, {
    id: 'The id of the slide within the flow, chosen by the author',
    title: localized('The title of the slide'),
    body: localized('The text of the slide'),
    image: {
      meaning: 'The picture of the slide',
      properties: {
        url: 'The address of the picture, http or https',
        alt: localized('A text for people who cannot see the picture'),
      },
    },
  }),
  meaningsOf(OnboardingDefinition, {
    name: 'The name of the flow, for administrators',
    slides: 'The slides, in the order in which apps show them',
    questions: 'The preference questions, in their order; people may skip them',
  }),
  meaningsOf(OnboardingFlow, {
    id: 'The id of the flow',
    status: 'The state of the flow. One flow is published at a time.',
    version: 'The version of the flow, 1 when it is created. Each change of the draft increases it by one.',
    definition: 'The content of the flow',
    createdAt: 'When the flow was created',
    updatedAt: 'When the flow was last changed',
    publishedAt: 'When the flow was published; omitted for a flow that was never published',
  }),
  meaningsOf(SignInSettings, {
    endpoint:
      'The address of the user pool. It can be a path, which is relative to the address of the platform',
    region: 'The AWS region of the user pool',
    userPoolId: 'The id of the user pool',
    clientId: 'The id of the app at the user pool',
    dataProtectionOfficer:
      'The email address of the data protection officer; show it where the person reads how their data is used',
  }),
  meaningsOf(createOnboardingDraft.body, { definition: 'The content of the flow' }),
  parametersOf(getOnboardingFlow.params, { id: { meaning: 'The id of the flow', example: FLOW_ID } }),
  parametersOf(listOnboardingFlows.query, page),
  meaningsOf(listOnboardingFlows.success[200], {
    flows: 'The flows of this page, the latest first',
    nextCursor,
  }),
  meaningsOf(updateOnboardingDraft.body, {
    definition: 'The content of the flow',
    version: 'The version that the change is based on, so that nobody overwrites an unseen change',
  }),
  meaningsOf(saveOnboardingAnswers.body, {
    flowId: 'The published flow, whose questions are answered',
    version: 'The version of the published flow, as the app has shown it',
    answers: {
      meaning: 'One entry for each answered question; omit skipped questions',
      properties: {
        questionId: 'The id of the question within the flow',
        optionIds: 'The ids of the chosen options, at most `maxSelections` of the question',
      },
    },
  }),
];

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
  questions: [question],
};

const draft = {
  id: FLOW_ID,
  status: 'draft' as const,
  version: 1,
  definition,
  createdAt: '2026-03-02T02:15:09.412Z',
  updatedAt: '2026-03-02T02:15:09.412Z',
};

const published = {
  ...draft,
  status: 'published' as const,
  version: givenAnswers.version,
  updatedAt: '2026-03-04T01:00:00.000Z',
  publishedAt: '2026-03-04T01:00:00.000Z',
};

export const examples = {
  createOnboardingDraft: { body: { definition }, success: { 201: draft } },
  listOnboardingFlows: { success: { 200: { flows: [draft], nextCursor: CURSOR } } },
  getOnboardingFlow: { success: { 200: draft } },
  updateOnboardingDraft: { body: { definition, version: 1 }, success: { 200: { ...draft, version: 2 } } },
  publishOnboardingFlow: { success: { 200: published } },
  archiveOnboardingFlow: { success: { 200: { ...published, status: 'archived' } } },
  currentOnboarding: { success: { 200: published } },
  getSignInSettings: {
    success: {
      200: {
        endpoint: 'https://cognito-idp.ap-southeast-5.amazonaws.com/',
        region: 'ap-southeast-5',
        userPoolId: 'ap-southeast-5_A1b2C3d4E',
        clientId: '5k1mq8v3c7n2p9r4t6w0x1y2z3',
        dataProtectionOfficer: 'privacy@sihat.example',
      },
    },
  },
  saveOnboardingAnswers: { body: givenAnswers, success: { 200: onboardingAnswers } },
  getOnboardingAnswers: { success: { 200: onboardingAnswers } },
} satisfies ExamplesOf<typeof contract>;
