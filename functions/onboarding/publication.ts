import type * as z from 'zod/mini';
import type { Issue } from '../../shared/contract/refusals.ts';
import { currentFlow, onboardingFlow, type StoredFlow } from '../../shared/onboarding/items.ts';
import { finalOutcome } from '../../shared/table/final-outcome.ts';
import type { Part, Reads, Table } from '../../shared/table/table.ts';
import { isSeen } from '../../shared/values/names.ts';
import { OnboardingDefinition } from './contract.ts';

/**
 * At most one flow is published, and the `currentFlow` item names it. One transaction publishes the draft, archives the
 * previously published flow and updates that item, so concurrent publications take effect one after the other.
 */
type PublishOutcome =
  | { readonly kind: 'published'; readonly flow: StoredFlow }
  | { readonly kind: 'incomplete'; readonly issues: readonly Issue[] }
  | { readonly kind: 'flow_not_found' | 'not_draft' };

/** Finds a flow by its id, in any state. */
export async function findFlow(table: Reads, id: string): Promise<StoredFlow | undefined> {
  return onboardingFlow.parseIfAny(await table.get(onboardingFlow.key({ id })));
}

/**
 * Finds a flow that is probably published. A published definition never changes, and a large one costs 64 units to read
 * consistently, so the first read may lag.
 */
export async function findPublished(table: Reads, id: string): Promise<StoredFlow | undefined> {
  const key = onboardingFlow.key({ id });
  const seen = onboardingFlow.parseIfAny(await table.get(key, { consistent: false }));
  return seen?.status === 'published' ? seen : findFlow(table, id);
}

/** Finds the published flow. If a concurrent publication replaces it between the two reads, both are repeated. */
export async function findCurrent(table: Reads): Promise<StoredFlow | undefined> {
  for (let checkedId: string | undefined; ; ) {
    const currentId = currentFlow.parseIfAny(await table.get(currentFlow.key({})))?.flowId;
    if (currentId === undefined || currentId === checkedId) return undefined;
    const flow = await findPublished(table, currentId);
    if (flow?.status === 'published') return flow;
    checkedId = currentId;
  }
}

/** Reads the draft and the id of the published flow concurrently. */
export async function findForPublication(table: Reads, id: string) {
  const [flow, current] = await Promise.all([findFlow(table, id), table.get(currentFlow.key({}))]);
  return { flow, previousId: currentFlow.parseIfAny(current)?.flowId };
}

/**
 * Publishes a complete draft and archives the previously published flow.
 * @param found the result of `findForPublication`. It is read again if a concurrent write fails the transaction.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function publish(
  table: Table,
  id: string,
  found: Awaited<ReturnType<typeof findForPublication>>,
  at: Date,
): Promise<PublishOutcome> {
  const now = at.toISOString();
  const again = () => findForPublication(table, id);
  return finalOutcome(found, again, async ({ flow, previousId }) => {
    if (!flow) return { kind: 'flow_not_found' };
    // The two reads of `found` are not atomic: the flow can be read as a draft just before a concurrent request
    // publishes it.
    if (flow.status !== 'draft' || previousId === id) return { kind: 'not_draft' };
    const issues = incompleteness(OnboardingDefinition.parse(flow.definition));
    if (issues.length > 0) return { kind: 'incomplete', issues };
    const refused = await table.transact({
      flow: {
        Update: {
          Key: onboardingFlow.key({ id }),
          UpdateExpression: 'SET #status = :published, publishedAt = :now, updatedAt = :now',
          // The completeness check applies to this version only.
          ConditionExpression: '#status = :draft AND version = :version',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':published': 'published',
            ':draft': 'draft',
            ':version': flow.version,
            ':now': now,
          },
        },
      },
      current: {
        Put: {
          Item: currentFlow.stored({ flowId: id }),
          // Otherwise the condition on the previous flow detects a concurrent publication.
          ...(previousId === undefined && { ConditionExpression: 'attribute_not_exists(pk)' }),
        },
      },
      ...(previousId !== undefined && { previous: archivePart(previousId, now) }),
    });
    if (!refused)
      return { kind: 'published', flow: { ...flow, status: 'published', publishedAt: now, updatedAt: now } };
    return undefined;
  });
}

/**
 * Archives the published flow or a draft.
 * @returns `not_published` if the flow is already archived or its state has changed since it was read.
 */
export async function archive(
  table: Table,
  flow: StoredFlow | undefined,
  at: Date,
): Promise<
  | { readonly kind: 'archived'; readonly flow: StoredFlow }
  | { readonly kind: 'flow_not_found' | 'not_published' }
> {
  if (!flow) return { kind: 'flow_not_found' };
  if (flow.status === 'archived') return { kind: 'not_published' };
  const now = at.toISOString();
  const refused = await table.transact({
    flow: archivePart(flow.id, now, flow.status),
    ...(flow.status === 'published' && { current: { Delete: { Key: currentFlow.key({}) } } }),
  });
  if (refused) return { kind: 'not_published' };
  return { kind: 'archived', flow: { ...flow, status: 'archived', updatedAt: now } };
}

function archivePart(id: string, now: string, from: 'published' | 'draft' = 'published'): Part {
  return {
    Update: {
      Key: onboardingFlow.key({ id }),
      UpdateExpression: 'SET #status = :archived, updatedAt = :now',
      ConditionExpression: '#status = :from',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':archived': 'archived', ':from': from, ':now': now },
    },
  };
}

/** Lists the reasons why a well-formed definition cannot be published yet. */
function incompleteness({ slides, questions = [] }: z.infer<typeof OnboardingDefinition>): Issue[] {
  const issues: Issue[] = [];
  const check = (holds: boolean, path: string, message: string) => {
    if (!holds) issues.push({ path, message });
  };
  const checkText = (text: Readonly<Record<string, string>>, path: string) => {
    for (const [language, words] of Object.entries(text)) {
      check(isSeen(words), `${path}.${language}`, 'must be written before publication');
    }
  };
  check(slides.length > 0, 'definition.slides', 'must have at least 1 item before publication');
  for (const [n, { title, body, image }] of slides.entries()) {
    const path = `definition.slides.${n}`;
    checkText(title, `${path}.title`);
    checkText(body, `${path}.body`);
    check(/^https:/i.test(image.url), `${path}.image.url`, 'must be an https address before publication');
    // An image without a description in every language is decorative.
    if (Object.values(image.alt).some((words) => words !== '')) checkText(image.alt, `${path}.image.alt`);
  }
  for (const [n, { prompt, options, kind, maxSelections }] of questions.entries()) {
    const path = `definition.questions.${n}`;
    checkText(prompt, `${path}.prompt`);
    check(options.length > 0, `${path}.options`, 'must have at least 1 item before publication');
    for (const [m, { label }] of options.entries()) checkText(label, `${path}.options.${m}.label`);
    const most = kind === 'single' ? 1 : options.length;
    check(maxSelections <= most, `${path}.maxSelections`, `must be at most ${most} before publication`);
  }
  return issues;
}
