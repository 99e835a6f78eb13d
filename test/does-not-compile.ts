import * as z from 'zod/mini';
import { grantAdministrator } from '../functions/analytics/administrators/contract.ts';
import { transitions } from '../functions/analytics/certificates/transitions.ts';
import type { addRecord } from '../functions/clinical/records/contract.ts';
import { leaveClub } from '../functions/community/club-members/contract.ts';
import { leftOut } from '../functions/deletion/account-data/left-out.ts';
import { exampleModules } from '../functions/examples.ts';
import { advice } from '../infra/openapi/advice.ts';
import type { ExamplesOf } from '../shared/contract/examples.ts';
import type { IndexPrefix } from '../shared/contract/table-definition.ts';
import { implement } from '../shared/runtime/endpoint.ts';
import { type ByHead, kind, partition } from '../shared/table/item.ts';
import type { PageLanguage } from '../shared/values/languages.ts';
import { meaningsOf } from '../shared/values/meanings.ts';
import type { Presented } from '../shared/values/public-fields.ts';
import { type AccountId, Uuid } from '../shared/values/resources.ts';
import { powers } from '../shared/workspaces/roles.ts';
import type { DeskPaths } from '../web/desk/desk-calls.ts';
import type { CodeWords } from '../web/desk/words/codes/code-words.ts';
import type { DisplayWords } from '../web/display/words/en.ts';
import { displayWords } from '../web/display/words/languages.ts';
import { callsOf, signedIn } from './cast/calls.ts';
import { field } from './cast/visibility.ts';
import { calls } from './every-operation/calls.ts';
import { headsOfAccount } from './given/account-with-everything.ts';

/**
 * What CONTRIBUTING says does not compile. Each mistake stands after the same code without it, and TypeScript reports a line with
 * `@ts-expect-error` that would compile. Nothing runs this file.
 */

/** Accepts what has a type. */
declare function takes<T>(value: T): void;

// --- Add a field ---

const Shown = z.strictObject({ id: z.string(), note: z.optional(z.string()) });
takes<Presented<typeof Shown>>({ id: '', note: undefined });
// @ts-expect-error A presenter returns every field of a response, also an optional one.
takes<Presented<typeof Shown>>({ id: '' });

meaningsOf(Shown, { id: 'The id', note: 'A note' });
// @ts-expect-error Each field of a schema has a meaning.
meaningsOf(Shown, { id: 'The id' });

const Listed = z.strictObject({ memberId: Uuid });
declare const account: AccountId;
takes<Presented<typeof Listed>>({ memberId: 'the id of a membership' });
// @ts-expect-error An account id is no id that other people may see.
takes<Presented<typeof Listed>>({ memberId: account });

type RecordExamples = ExamplesOf<{ readonly addRecord: typeof addRecord }>;
declare const recordExample: RecordExamples['addRecord'];
takes<RecordExamples>({ addRecord: recordExample });
const { title: _title, ...untitled } = recordExample.body;
// @ts-expect-error An example has each required field of the body.
takes<RecordExamples>({ addRecord: { ...recordExample, body: untitled } });
// @ts-expect-error Each operation has an example.
takes<RecordExamples>({});

declare const nothing: never;
field('knownAs')({ what: 'a name for the owner', text: '', states: {}, rows: nothing });
// @ts-expect-error The visibility matrix has a row for each operation whose response can contain the field.
field('knownAs')({ what: 'a name for the owner', text: '', states: {}, rows: {} });

// --- Add a kind of item ---

const shape = z.object({ id: z.string() });
const pk = partition('ACCOUNT#', 'id');
kind({ prefix: 'ACCOUNT#', shape, key: (_: { id: string }) => ({ pk, sk: 'STANDING' }) });
// @ts-expect-error The sort key of an item begins with a declared head.
kind({ prefix: 'ACCOUNT#', shape, key: (_: { id: string }) => ({ pk, sk: 'OTHER' }) });

const everyHead: ByHead<'WORKSPACE#ACCOUNT#', true> = {
  MEMBER: true,
  CERTIFICATE: true,
  ACCEPTED: true,
  CONSENTS: true,
};
const { ACCEPTED: _accepted, ...otherHeads } = everyHead;
// @ts-expect-error The erasure and the copy of one's own data have a value for each head.
takes<ByHead<'WORKSPACE#ACCOUNT#', true>>(otherHeads);
const { 'ACCOUNT#': _standing, ...otherPartitions } = headsOfAccount;
// @ts-expect-error The account with everything has each partition of an account.
takes<typeof headsOfAccount>(otherPartitions);
const { 'WORKSPACE#ID#': _workspace, ...otherReasons } = leftOut;
// @ts-expect-error A partition that no source shows has a reason.
takes<typeof leftOut>(otherReasons);

// --- Add a refusal ---

implement(leaveClub, { handle: async (_, __, reply) => reply.refuse('owner_stays') });
// @ts-expect-error A handler returns only the refusals that its contract declares.
implement(leaveClub, { handle: async (_, __, reply) => reply.refuse('not_declared') });

declare const scenario: () => Promise<object>;
const leaving = { ...calls.leaveClub, callers: signedIn };
callsOf({ leaveClub: { ...leaving, refusals: { owner_stays: scenario } } });
// @ts-expect-error Each declared refusal has a row or a scenario that reaches it.
callsOf({ leaveClub: { ...leaving, refusals: {} } });

const { owner_stays: _stays, ...otherAdvice } = advice;
// @ts-expect-error Each code of a refusal says what an app does.
takes<typeof advice>(otherAdvice);

// --- Add an endpoint ---

const { leaveClub: _leave, ...otherCalls } = calls;
// @ts-expect-error Each operation has its calls.
takes<typeof calls>(otherCalls);
const { 'functions/rewards/claims/contract': _claims, ...otherExamples } = exampleModules;
// @ts-expect-error Each contract file has its examples.
takes<typeof exampleModules>(otherExamples);
// @ts-expect-error An act of an administrator is implemented with `implementAct`, which records it.
implement(grantAdministrator, { handle: async (_, __, reply) => reply.done() });

// --- Add an index ---

takes<IndexPrefix>('WORKSPACE#ALL');
// @ts-expect-error A list of an index has a declared prefix.
takes<IndexPrefix>('WORKSPACE#OTHERS');

// --- Add a language ---

takes<Readonly<Record<PageLanguage, DisplayWords>>>(displayWords);
const { 'zh-Hans-MY': _chinese, ...otherLanguages } = displayWords;
// @ts-expect-error The words of a page are in every language.
takes<Readonly<Record<PageLanguage, DisplayWords>>>(otherLanguages);
const { scan: _scan, ...otherWords } = displayWords['ms-MY'];
// @ts-expect-error Each language has each text of a page.
takes<DisplayWords>(otherWords);

// --- Add a role or a status ---

const { staff: _staff, ...otherRoles } = powers;
// @ts-expect-error Each role decides each power.
takes<typeof powers>(otherRoles);
const { clears: _clears, ...unclear } = transitions.submit;
// @ts-expect-error Each transition says what it clears.
takes<typeof transitions.submit>(unclear);

// --- Add a refusal ---

declare const codeWords: CodeWords;
takes<CodeWords>({ ...codeWords, try_again: 'Busy.' });
const { try_again: _, ...withoutCode } = codeWords;
// @ts-expect-error Each code with which the platform can refuse a call of the desk has words.
takes<CodeWords>(withoutCode);

declare const desk: DeskPaths;
takes<object>(desk['/v1/account'].get);
// @ts-expect-error The desk calls only what is listed, so that no refusal is without words.
takes<object>(desk['/v1/account/data'].get);
