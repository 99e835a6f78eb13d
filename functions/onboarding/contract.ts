import * as z from 'zod/mini';
import { contract } from '../../shared/contract/contract.ts';
import { FlowStatus } from '../../shared/onboarding/items.ts';
import {
  distinct,
  id,
  line,
  localized,
  OnboardingAnswers,
  prose,
  Question,
} from '../../shared/onboarding/schemas.ts';
import {
  MAX_BODY_KILOBYTES,
  PUBLISHED_CACHE_SECONDS,
  SIGNED_OUT_CACHE_SECONDS,
} from '../../shared/values/limits.ts';
import { pageOf, pageQuery, Timestamp, Uuid, url, version } from '../../shared/values/resources.ts';

export const Slide = z.strictObject({
  id: id(),
  title: localized(line(120)),
  body: localized(prose(5000)),
  image: z.strictObject({ url: url(), alt: localized(prose(500)) }),
});

export const OnboardingDefinition = z.strictObject({
  name: line(120, 1),
  slides: distinct(Slide, 20),
  questions: z.optional(distinct(Question, 20)),
});

export const OnboardingFlow = z.strictObject({
  id: Uuid,
  status: FlowStatus,
  version: version(),
  definition: OnboardingDefinition,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  publishedAt: z.optional(Timestamp),
});

export const createOnboardingDraft = contract({
  operationId: 'createOnboardingDraft',
  area: 'onboarding',
  method: 'POST',
  path: '/v1/platform/onboarding',
  summary: 'Create a draft onboarding flow',
  description: `A draft is checked for exact keys, unique ids, URIs, counts and lengths. Its texts are stored unchanged and may still be empty; publishing checks that the flow is complete. A definition that uses several of the length limits fully can exceed the limit of ${MAX_BODY_KILOBYTES} KB for a request body.`,
  caller: 'platform_admin',
  body: z.strictObject({ definition: OnboardingDefinition }),
  success: { 201: OnboardingFlow },
  refusals: {},
  touches: { table: { 'ONBOARDING#FLOW#': ['PutItem'] } },
});

const params = z.strictObject({ id: Uuid });
const flow_not_found = [404, 'The onboarding flow does not exist.'] as const;

export const listOnboardingFlows = contract({
  operationId: 'listOnboardingFlows',
  area: 'onboarding',
  method: 'GET',
  path: '/v1/platform/onboarding',
  summary: 'List the onboarding flows',
  description: 'Flows in every state are listed, the latest first.',
  caller: 'platform_admin',
  query: z.object(pageQuery),
  success: { 200: pageOf('flows', OnboardingFlow) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['ONBOARDING#FLOWS'] },
});

export const getOnboardingFlow = contract({
  operationId: 'getOnboardingFlow',
  area: 'onboarding',
  method: 'GET',
  path: '/v1/platform/onboarding/{id}',
  summary: 'Get an onboarding flow',
  caller: 'platform_admin',
  params,
  success: { 200: OnboardingFlow },
  refusals: { flow_not_found },
  touches: { table: { 'ONBOARDING#FLOW#': ['GetItem'] } },
});

export const updateOnboardingDraft = contract({
  operationId: 'updateOnboardingDraft',
  area: 'onboarding',
  method: 'PUT',
  path: '/v1/platform/onboarding/{id}',
  summary: 'Change a draft onboarding flow',
  description:
    'Send the `version` that the change is based on. The response has the next version. Published and archived flows cannot be changed.',
  caller: 'platform_admin',
  params,
  body: z.strictObject({ definition: OnboardingDefinition, version: version() }),
  success: { 200: OnboardingFlow },
  refusals: {
    flow_not_found,
    not_draft: [409, 'Only a draft can be changed.'],
    version_conflict: [409, 'The draft has been changed since. Read it again.'],
  },
  touches: { table: { 'ONBOARDING#FLOW#': ['GetItem', 'UpdateItem'] } },
});

export const publishOnboardingFlow = contract({
  operationId: 'publishOnboardingFlow',
  area: 'onboarding',
  method: 'POST',
  path: '/v1/platform/onboarding/{id}/publication',
  summary: 'Publish a draft onboarding flow',
  description:
    'The same transaction archives the flow that was published before. The draft must be complete: at least one slide, at least one option for each question, no empty texts, https images, and a `maxSelections` of at most 1 for `single` or the number of options for `multiple`. Only the `alt` of a decorative image may be empty, in all languages. An incomplete draft is refused with `invalid_request` and a list of `issues`.',
  caller: 'platform_admin',
  params,
  success: { 200: OnboardingFlow },
  refusals: { flow_not_found, not_draft: [409, 'Only a draft can be published.'] },
  touches: {
    table: { 'ONBOARDING#FLOW#': ['GetItem', 'UpdateItem'], 'ONBOARDING#CURRENT': ['GetItem', 'PutItem'] },
  },
});

export const archiveOnboardingFlow = contract({
  operationId: 'archiveOnboardingFlow',
  area: 'onboarding',
  method: 'DELETE',
  path: '/v1/platform/onboarding/{id}/publication',
  summary: 'Archive the published onboarding flow or a draft',
  caller: 'platform_admin',
  params,
  success: { 200: OnboardingFlow },
  refusals: {
    flow_not_found,
    not_published: [409, 'The flow is already archived, or its state has just changed.'],
  },
  touches: { table: { 'ONBOARDING#FLOW#': ['GetItem', 'UpdateItem'], 'ONBOARDING#CURRENT': ['DeleteItem'] } },
});

export const currentOnboarding = contract({
  operationId: 'currentOnboarding',
  area: 'onboarding',
  method: 'GET',
  path: '/v1/onboarding',
  summary: 'Get the published onboarding flow',
  description: `The response may be up to ${SIGNED_OUT_CACHE_SECONDS} seconds old. Clients may cache it for ${PUBLISHED_CACHE_SECONDS} seconds. If \`If-None-Match\` has the current ETag, the response is 304.`,
  caller: 'nobody',
  caching: 'published',
  success: { 200: OnboardingFlow },
  refusals: { nothing_published: [404, 'No onboarding flow is published.'] },
  touches: { table: { 'ONBOARDING#CURRENT': ['GetItem'], 'ONBOARDING#FLOW#': ['GetItem'] } },
});

export const SignInSettings = z.strictObject({
  endpoint: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  clientId: z.string(),
  dataProtectionOfficer: z.string(),
});

export const getSignInSettings = contract({
  operationId: 'getSignInSettings',
  area: 'onboarding',
  method: 'GET',
  path: '/v1/sign-in-settings',
  summary: 'Get the settings with which apps sign people in',
  description: `Nothing of it is secret. The endpoint is the one of the user pool; on a laptop it is a path of the same address. The response may be up to ${SIGNED_OUT_CACHE_SECONDS} seconds old, and clients may cache it for ${PUBLISHED_CACHE_SECONDS} seconds.`,
  caller: 'nobody',
  caching: 'published',
  success: { 200: SignInSettings },
  refusals: {},
  settings: ['SIGN_IN_ENDPOINT', 'SIGN_IN_USER_POOL_ID', 'SIGN_IN_CLIENT_ID', 'DATA_PROTECTION_OFFICER'],
  touches: {},
});

const answers = z
  .array(
    z.strictObject({
      questionId: id(),
      optionIds: z.array(id()).check(z.minLength(1), z.maxLength(20)),
    }),
  )
  .check(z.maxLength(20));

export const saveOnboardingAnswers = contract({
  operationId: 'saveOnboardingAnswers',
  area: 'onboarding',
  method: 'PUT',
  path: '/v1/onboarding/answers',
  summary: "Save the caller's answers to the published flow",
  description:
    'The answers replace all earlier ones of the caller, also those to an earlier flow. A person may skip questions: omit them. Questions or options that the flow does not have, repeated ones, and more options than `maxSelections` are refused with `invalid_request` and a list of `issues`. Repeating identical answers changes nothing. Only the caller can read them, and they are erased with the account.',
  caller: 'account',
  body: z.strictObject({ flowId: Uuid, version: version(), answers }),
  success: { 200: OnboardingAnswers },
  refusals: {
    flow_changed: [409, 'This version of the flow is not published. Read the published flow again.'],
  },
  touches: {
    table: {
      'ONBOARDING#FLOW#': ['GetItem'],
      'ONBOARDING#ACCOUNT#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const getOnboardingAnswers = contract({
  operationId: 'getOnboardingAnswers',
  area: 'onboarding',
  method: 'GET',
  path: '/v1/onboarding/answers',
  summary: "Get the caller's answers",
  description:
    'The answers name the flow and the version that they belong to, which may no longer be the published one.',
  caller: 'account',
  success: { 200: OnboardingAnswers },
  refusals: { no_answers: [404, 'The caller has not answered yet.'] },
  touches: { table: { 'ONBOARDING#ACCOUNT#': ['GetItem'] } },
});
