import type * as z from 'zod/mini';
import type { Issue } from '../../shared/http/refusals.ts';
import { currentFlow, onboardingFlow, type StoredFlow } from '../../shared/items/onboarding.ts';
import type { Part, Reads, Table } from '../../shared/table/table.ts';
import { untilSettled } from '../../shared/table/until-settled.ts';
import { OnboardingDefinition } from './contract.ts';

/**
 * At most one flow is published, and one item says which. Publishing moves that item, the draft and the flow before in
 * one transaction: of two publications at once each is published in turn, and never both at a time.
 */
type PublishOutcome =
  | { readonly kind: 'published'; readonly flow: StoredFlow }
  | { readonly kind: 'incomplete'; readonly issues: readonly Issue[] }
  | { readonly kind: 'flow_not_found' | 'not_draft' };

/** The flow with an id, in any state. */
export async function findFlow(table: Reads, id: string): Promise<StoredFlow | undefined> {
  return onboardingFlow.parseIfAny(await table.get(onboardingFlow.key({ id })));
}

/** The flow that is published. When a publication replaces it between the two reads, they are repeated. */
export async function findCurrent(table: Reads): Promise<StoredFlow | undefined> {
  for (let before: string | undefined; ; ) {
    const named = currentFlow.parseIfAny(await table.get(currentFlow.key({})))?.flowId;
    if (named === undefined || named === before) return undefined;
    const flow = await findFlow(table, named);
    if (flow?.status === 'published') return flow;
    before = named;
  }
}

/** The draft and what is published now, side by side. */
export async function findForPublication(table: Reads, id: string) {
  const [flow, current] = await Promise.all([findFlow(table, id), table.get(currentFlow.key({}))]);
  return { flow, before: currentFlow.parseIfAny(current)?.flowId };
}

/** Publishes a complete draft; the flow that was published before becomes archived. */
export async function publish(
  table: Table,
  id: string,
  found: Awaited<ReturnType<typeof findForPublication>>,
  at: Date,
): Promise<PublishOutcome> {
  const now = at.toISOString();
  const again = () => findForPublication(table, id);
  return untilSettled(found, again, async ({ flow, before }) => {
    if (!flow) return { kind: 'flow_not_found' };
    // A concurrent publication may have read this flow as a draft just before.
    if (flow.status !== 'draft' || before === id) return { kind: 'not_draft' };
    const issues = incompleteness(OnboardingDefinition.parse(flow.definition));
    if (issues.length > 0) return { kind: 'incomplete', issues };
    const refused = await table.transact({
      flow: {
        Update: {
          Key: onboardingFlow.key({ id }),
          UpdateExpression: 'SET #status = :published, publishedAt = :now, updatedAt = :now',
          // The checks above were on this very version.
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
          // Where one was published before, that one is asked.
          ...(before === undefined && { ConditionExpression: 'attribute_not_exists(pk)' }),
        },
      },
      ...(before !== undefined && { before: archived(before, now) }),
    });
    if (!refused)
      return { kind: 'published', flow: { ...flow, status: 'published', publishedAt: now, updatedAt: now } };
    return undefined;
  });
}

/** Archives what is published, or a draft that nobody will publish. */
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
    flow: archived(flow.id, now, flow.status),
    ...(flow.status === 'published' && { current: { Delete: { Key: currentFlow.key({}) } } }),
  });
  if (refused) return { kind: 'not_published' };
  return { kind: 'archived', flow: { ...flow, status: 'archived', updatedAt: now } };
}

function archived(id: string, now: string, from: 'published' | 'draft' = 'published'): Part {
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

/** What a well-formed definition lacks for publication. */
function incompleteness({ slides, questions = [] }: z.infer<typeof OnboardingDefinition>): Issue[] {
  const issues: Issue[] = [];
  const ask = (holds: boolean, path: string, message: string) => {
    if (!holds) issues.push({ path, message });
  };
  const written = (text: Readonly<Record<string, string>>, path: string) => {
    for (const [language, words] of Object.entries(text)) {
      ask(words.trim() !== '', `${path}.${language}`, 'must be written before publication');
    }
  };
  ask(slides.length > 0, 'definition.slides', 'must have at least 1 item before publication');
  for (const [n, { title, body, image }] of slides.entries()) {
    const path = `definition.slides.${n}`;
    written(title, `${path}.title`);
    written(body, `${path}.body`);
    ask(/^https:/i.test(image.url), `${path}.image.url`, 'must be an https address before publication');
    // A decorative image has no description, in all languages alike.
    if (Object.values(image.alt).some((words) => words !== '')) written(image.alt, `${path}.image.alt`);
  }
  for (const [n, { prompt, options, kind, maxSelections }] of questions.entries()) {
    const path = `definition.questions.${n}`;
    written(prompt, `${path}.prompt`);
    ask(options.length > 0, `${path}.options`, 'must have at least 1 item before publication');
    for (const [m, { label }] of options.entries()) written(label, `${path}.options.${m}.label`);
    const most = kind === 'single' ? 1 : options.length;
    ask(maxSelections <= most, `${path}.maxSelections`, `must be at most ${most} before publication`);
  }
  return issues;
}
