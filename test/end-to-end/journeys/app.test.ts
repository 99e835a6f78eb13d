import { afterAll, describe, expect, it } from 'vitest';
import { sihatClient } from '../../../web/client/client.ts';
import { publishedChallenge } from './fixtures.ts';
import { newTown } from './platform-under-test.ts';

const town = await newTown();
afterAll(town.leave);
const admin = await town.firstAdmin();
const times = { startsAt: town.moment(-1), endsAt: town.moment(30) };
const { code, challenge } = await publishedChallenge(admin, times);

describe('an app with the client package', () => {
  it('gets typed responses with the lines of docs/api.md', async () => {
    const api = sihatClient({ baseUrl: town.local.url });
    const { data } = await api.GET('/v1/community/events/{code}', { params: { path: { code } } });
    const [found] = data?.challenges ?? [];
    expect(found?.id).toBe(challenge.id);
    const members: number | undefined = found?.memberCount;
    expect(members).toBe(0);
  });

  it('gets refusals with their codes', async () => {
    const api = sihatClient({ baseUrl: town.local.url });
    const { data, error, response } = await api.POST('/v1/clinical/qr-tokens');
    // The gateway's own responses have only a message.
    const refused = error && 'code' in error ? error.code : undefined;
    expect([data, response.status, refused]).toEqual([undefined, 401, 'not_signed_in']);
  });
});
