import { Argument } from 'commander';
import { FLOW_LANGUAGES } from '../../../shared/values/languages.ts';
import { Uuid } from '../../../shared/values/resources.ts';
import { as } from '../arguments.ts';
import { command } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { changedText, shownTexts, type TextInLanguage } from '../onboarding-texts.ts';
import { operation } from '../operation.ts';
import { details, idOf, list, minute } from '../print.ts';

/** Commands for the onboarding flow. */

interface Flow {
  readonly status: string;
  readonly definition: { readonly name: string };
}
const flowState = ({ status, definition }: Flow) => `"${definition.name}" is ${status}.`;

interface TextChange extends TextInLanguage {
  readonly id: string;
}

export const onboardingCommands = [
  operation('listOnboardingFlows', {
    name: 'onboarding-flows',
    words: ({ flows }) =>
      list(
        flows.map(({ id: flowId, status, version, updatedAt, definition: { name } }) => {
          return { flowId, status, version, 'updated (MYT)': minute(updatedAt), name };
        }),
        'There are no onboarding flows.',
      ),
  }),
  operation('getOnboardingFlow', {
    name: 'onboarding-flow',
    description:
      'show an onboarding flow with its texts; the pictures and the rules of its questions with --json',
    words: (flow) => {
      const { definition, ...head } = flow;
      return [details({ name: definition.name, ...head }), ...shownTexts(definition)].join('\n\n');
    },
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
  command({
    name: 'change-text',
    description: 'change one text of a draft onboarding flow',
    arguments: {
      id: new Argument('<flowId>', 'The id of the flow').argParser(as(Uuid)),
      place: new Argument('<place>', 'The text, as `onboarding-flow` names it: slides.welcome.title'),
      language: new Argument('<language>', 'The language of the text').choices(Object.keys(FLOW_LANGUAGES)),
      text: new Argument('<text>', 'The new text'),
    },
    async run({ api, show }, { id, place, language, text }: TextChange) {
      const { definition, version } = await api().call('getOnboardingFlow', { params: { id } });
      const changed = changedText(definition, { place, language, text });
      if (!changed) throw new UsageError(`the flow has no text ${place}, or two with this name`);
      const request = { params: { id }, body: { definition: changed, version } };
      const answer = await api().run('updateOnboardingDraft', request);
      show(answer, `"${answer.definition.name}" has version ${answer.version}.`);
    },
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
