import { mailEnvironment } from '../../../shared/contract/environment.ts';
import { runSeconds } from '../../../shared/contract/worker.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { type DueMail, dueMail, dueMails } from '../../../shared/notices/due-mails.ts';
import { noticeSettings } from '../../../shared/notices/items.ts';
import { dueMailText } from '../../../shared/notices/mail-text.ts';
import type { MailService } from '../../../shared/notices/mails.ts';
import { sesMails } from '../../../shared/notices/ses-mails.ts';
import { inParallel } from '../../../shared/runtime/in-parallel.ts';
import { type Job, PartlyFailed, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { pages } from '../../../shared/table/pages.ts';
import type { Table } from '../../../shared/table/table.ts';
import { seconds } from '../../../shared/values/clock.ts';
import { newBreaker } from '../notices/breaker.ts';
import { waitingFor } from './waiting.ts';
import { sendMails } from './workers.ts';

/**
 * Sends the mails that are due. A mail may be sent twice, if the run ends before it is marked. One that could not be sent waits for the next
 * run, until it is not worth sending any more.
 */

/** Mails that are sent at the same time. Amazon SES takes 14 a second from a new account. */
const CONCURRENT = 2;
/** Mails that are read together. */
const PAGE = 50;

/** A run begins nothing more this long before the time limit of its function. */
const MARGIN = seconds(15);

export const job: Job = {
  worker: sendMails,
  async run({ table, clock, mails }) {
    const stopsAt = clock.elapsed() + seconds(runSeconds(sendMails)) - MARGIN;
    const { hasStopped, trying, failures } = newBreaker(() => clock.elapsed() >= stopsAt);
    const counts = { mailsSent: 0, mailsRefused: 0, mailsFailed: 0 };
    // Each run starts at a random account, so mails that always fail cannot starve the others.
    const start = Math.floor(clock.chance() * 256)
      .toString(16)
      .padStart(2, '0');
    for (const range of [{ from: start }, { to: start }]) {
      for await (const items of pages(table, { ...dueMails, ...range }, { size: PAGE })) {
        await inParallel(items.map(dueMail.parse), CONCURRENT, async (due) => {
          if (hasStopped()) return;
          const outcome = await trying(() => send(table, mails, due, clock.now()));
          if (outcome === 'sent') counts.mailsSent += 1;
          if (outcome === 'refused') counts.mailsRefused += 1;
          if (outcome === 'failed') counts.mailsFailed += 1;
        });
        if (hasStopped()) break;
      }
    }
    if (failures.length > 0) throw new PartlyFailed(failures, `${failures.length} mails failed`, counts);
    return counts;
  },
};

/**
 * Sends a mail if it is still due, wanted and true, and marks it.
 * @param mails `undefined` on a stage that sends no mails, where none waits.
 */
async function send(table: Table, mails: MailService | undefined, listed: DueMail, at: Date) {
  const { accountId } = listed;
  const items = await table.getAll([
    dueMail.key(listed),
    accountStanding.key({ accountId }),
    noticeSettings.key({ accountId }),
  ]);
  const found = (head: string) => items.find(({ sk }) => String(sk).startsWith(head));
  const due = dueMail.parseIfAny(found('MAIL#'));
  // The index may lag behind, and another run may have sent it.
  if (!due || due.doneAt !== undefined) return 'nothing';
  const { closedAt } = accountStanding.parseIfAny(found('STANDING')) ?? {};
  const { mail = true, language } = noticeSettings.parseIfAny(found('SETTINGS')) ?? {};
  const isWanted = closedAt === undefined && mail && due.until > at.toISOString();
  const outcome = mails && isWanted ? await sendTo(table, mails, { due, language, at }) : 'nothing';
  await table.transact({
    mail: {
      Update: {
        Key: dueMail.key(due),
        UpdateExpression: 'SET doneAt = :now REMOVE gsi1pk, gsi1sk',
        ConditionExpression: '#at = :at',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':now': at.toISOString(), ':at': due.at },
      },
    },
  });
  return outcome;
}

interface ToSend {
  readonly due: DueMail;
  readonly language: Parameters<typeof dueMailText>[2]['language'];
  readonly at: Date;
}

async function sendTo(table: Table, mails: MailService, { due, language, at }: ToSend) {
  const waiting = await waitingFor(table, due, at);
  if (!waiting) return 'nothing';
  const address = await mails.addressOf(due.accountId);
  if (address === undefined) return 'nothing';
  return mails.send(address, dueMailText(due.kind, waiting, { language, desk: mails.desk }));
}

export const handler = workerLambda(job, process.env, (environment) => {
  const byMail = mailEnvironment(environment);
  return { mails: byMail && sesMails(byMail) };
});
