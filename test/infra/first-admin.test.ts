import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountStanding } from '../../shared/identity/account.ts';
import { type Running, runAdmin, startLocal } from '../support/running.ts';
import { newAccount } from '../support/world.ts';
import { shellOf, tablesOf } from './shell.ts';

/** How a platform that starts without any account gets its first administrator. The tests build on each other. */

let local: Running;
const admin = newAccount();
beforeAll(async () => {
  local = await startLocal({ args: ['--empty'] });
});
afterAll(() => local?.stop());

const { run, done } = shellOf(() => local, admin);

/** The table of the administrators, with the time at which this one got the role. */
const onlyAdministrator = new RegExp(
  `^accountId +since \\(MYT\\)\n${admin} +\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}\n$`,
);

describe('the first administrator', { shuffle: false }, () => {
  it('is not an account that is closed', async () => {
    const closed = newAccount();
    const token = await local.tokenOf({ accountId: closed });
    expect((await local.call('POST', '/v1/account/deletion', { token })).status).toBe(201);
    const { code, stdout, stderr } = await run('first-admin', closed, '--local');
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      'The account is closed. Its data is erased, or will be.\n',
    ]);
  });

  it('is not made twice, also while the index does not show the one there is', async () => {
    const unseen = newAccount();
    const tables = await tablesOf(local);
    const whole = accountStanding.stored({ accountId: unseen, platformAdmin: true });
    const { gsi1pk: _, gsi1sk: __, ...item } = whole;
    await tables.session().table.putNew(item);
    const { code, stderr } = await run('first-admin', unseen, '--local');
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is an administrator already')]);
    expect(await tables.session().table.get(accountStanding.key({ accountId: unseen }))).toEqual(item);
    tables.close();
  });

  it('is written into the table, and is one from the next request on', async () => {
    const { code, stdout, stderr } = await run('first-admin', admin.toUpperCase(), '--local', local.url);
    expect([code, stdout, stderr]).toEqual([0, `${admin} is the first administrator of the platform.\n`, '']);
    expect(await done('list-admins')).toMatch(onlyAdministrator);
    expect(await done('acts', '--subject', admin)).toMatch(/first-admin[^\n]*\n +operator/);
  });

  it('is refused once there is one, who is told how to make others', async () => {
    const other = newAccount();
    const { code, stderr } = await run('first-admin', other, '--local');
    expect(code).toBe(1);
    expect(stderr).toContain(`There is an administrator already`);
    expect(stderr).toContain(`npm run admin -- grant-admin ${other}`);
    expect(await done('list-admins')).toMatch(onlyAdministrator);
  });

  it('needs credentials and a table that is there', async () => {
    const { endpoint, region } = (await local.call('GET', '/local/table')).body;
    const keys = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'a-secret-of-somebody' };
    const env = { ...keys, AWS_ENDPOINT_URL_DYNAMODB: endpoint };
    const args = ['first-admin', newAccount(), '--region', region, '--table'];
    const [missing, present] = await Promise.all([
      runAdmin([...args, 'no-such-table'], env),
      runAdmin([...args, 'sihat-local'], env),
    ]);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toMatch(/^Could not write to the table no-such-table: .*not found.*\n$/);
    expect(missing.stderr).not.toContain('a-secret-of-somebody');
    expect(present.stderr).toContain('There is an administrator already');
  });
});
