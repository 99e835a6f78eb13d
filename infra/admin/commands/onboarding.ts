import { operation } from '../operation.ts';
import { details, idOf, list } from '../print.ts';

/** Commands for the onboarding flow. */

interface Flow {
  readonly status: string;
  readonly definition: { readonly name: string };
}
const flowState = ({ status, definition }: Flow) => `"${definition.name}" is ${status}.`;

export const onboardingCommands = [
  operation('listOnboardingFlows', {
    name: 'onboarding-flows',
    words: ({ flows }) =>
      list(
        flows.map(({ id: flowId, status, version, updatedAt, definition: { name } }) => {
          return { flowId, status, version, updatedAt, name };
        }),
        'There are no onboarding flows.',
      ),
  }),
  operation('getOnboardingFlow', {
    name: 'onboarding-flow',
    description: 'show an onboarding flow; its slides and questions with --json',
    words: details,
  }),
  operation('createOnboardingDraft', {
    name: 'create-onboarding',
    description: 'create a draft onboarding flow, and print its id',
    words: idOf,
  }),
  operation('updateOnboardingDraft', {
    name: 'change-onboarding',
    current: { read: (api, { id }) => api.call('getOnboardingFlow', { params: { id } }) },
    words: ({ definition, version }) => `"${definition.name}" has version ${version}.`,
  }),
  operation('publishOnboardingFlow', {
    name: 'publish-onboarding',
    description: 'publish a draft onboarding flow, and archive the one that was published before',
    confirm: 'This archives for good the flow that is published now.',
    words: flowState,
  }),
  operation('archiveOnboardingFlow', {
    name: 'archive-onboarding',
    confirm: 'An archived flow can never be published again.',
    words: flowState,
  }),
];
