import { type ComponentChildren, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { qrCode } from '../../../web/browser/qr.ts';
import {
  accessMark,
  accountCode,
  allPages,
  claimCode,
  type components,
  dataOf,
  type Notice,
  type NoticeFeed,
  newId,
  noticeFeed,
  sihatClient,
  typedCode,
  waitForScan,
} from '../../../web/client/client.ts';
import { inMalaysia } from '../times.ts';
import { type News, Notices } from './notices.tsx';

/**
 * `/local/phone#<person>`: plays the phone of a patient or a visitor, with the codes that a practitioner or the desk scans. A person
 * is a demo person, by name, or anybody, by the id of the account. Only `npm start` serves this page.
 */

type Schemas = components['schemas'];
type Campaign = Schemas['RewardCampaign'];
type AccessRequest = Schemas['AccessRequest'];
type Workplace = Schemas['OwnMembership'];
type Api = ReturnType<typeof sihatClient>;
/** Sends the call of a button, and looks again. @returns `undefined` after a refusal, which the page shows */
type Press = <T>(call: () => Promise<Parameters<typeof dataOf<T>>[0]>) => Promise<T | undefined>;

const PEOPLE = ['patient', 'walker'];
const BETWEEN_LOOKS_MS = 2_000;

const pause = () => new Promise<void>((done) => setTimeout(done, BETWEEN_LOOKS_MS));
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** With the day, because the clock of the platform can be ahead of the browser's. */
const timeOf = (moment: string): string => inMalaysia(new Date(moment));

/** The API in the name of a person. The local platform signs a token for everybody who asks. */
function apiOf(person: string): Api {
  const who = PEOPLE.includes(person) ? { persona: person } : { accountId: person };
  const token = async (): Promise<string> => {
    const response = await fetch('/local/tokens', { method: 'POST', body: JSON.stringify(who) });
    const { accessToken, issues } = await response.json();
    if (!accessToken) throw new Error(`${issues[0].path} ${issues[0].message}`);
    return accessToken;
  };
  return sihatClient({ baseUrl: location.origin, token });
}

interface Seen {
  readonly campaigns: readonly Campaign[];
  readonly requests: readonly AccessRequest[];
  readonly workplaces: readonly Workplace[];
  readonly notices: readonly Notice[];
  readonly exhibitions: readonly News[];
  readonly unread: number;
  /** Why the latest look failed. */
  readonly problem?: string;
}

const NOTHING_SEEN: Seen = {
  campaigns: [],
  requests: [],
  workplaces: [],
  notices: [],
  exhibitions: [],
  unread: 0,
};

function Phone({ person }: { readonly person: string }) {
  const [api] = useState(() => apiOf(person));
  const [feed] = useState(noticeFeed);
  const passed = useRef(new Set<string>());
  const [seen, setSeen] = useState<Seen>(NOTHING_SEEN);
  const [refusal, setRefusal] = useState<string>();

  const look = async () => {
    try {
      const query = { as: 'patient', limit: 3 } as const;
      const [gifts, access, own, told] = await Promise.all([
        api.GET('/v1/rewards/campaigns'),
        api.GET('/v1/clinical/access-requests', { params: { query } }),
        api.GET('/v1/workspaces'),
        api.GET('/v1/account/notices'),
      ]);
      const { notices, exhibitions = [], unread = 0 } = dataOf(told);
      // The phone has no push, so each new notice is passed on when it is read.
      for (const notice of notices.filter(({ id }) => !passed.current.has(id))) {
        passed.current.add(notice.id);
        feed.pass(notice);
      }
      setSeen({
        campaigns: dataOf(gifts).campaigns,
        requests: dataOf(access).accessRequests,
        workplaces: dataOf(own).workspaces,
        notices,
        exhibitions,
        unread,
      });
    } catch (error) {
      setSeen((before) => ({ ...before, problem: messageOf(error) }));
    }
  };
  useEffect(() => void look(), []);
  // Notices come without a press on this page.
  useEffect(() => {
    const next = setTimeout(look, BETWEEN_LOOKS_MS);
    return () => clearTimeout(next);
  }, [seen]);

  const press: Press = async (call) => {
    try {
      setRefusal(undefined);
      const data = dataOf(await call());
      await look();
      return data;
    } catch (error) {
      setRefusal(messageOf(error));
      return undefined;
    }
  };
  const problem = refusal ?? seen.problem;
  const reserve = (campaignId: string) =>
    press(() => {
      const [params, body] = [{ path: { campaignId } }, { claimId: newId() }];
      return api.POST('/v1/rewards/campaigns/{campaignId}/claims', { params, body });
    });
  const markRead = (noticeId: string) =>
    press(() => api.PUT('/v1/account/notices/read', { body: { noticeId } }));
  const decide = (id: string, decision: Decision) =>
    press(() => api.POST(`/v1/clinical/access-requests/{id}/${decision}`, { params: { path: { id } } }));

  return (
    <>
      {problem && (
        <div class="note bad" role="alert">
          <b>{problem}</b>
        </div>
      )}
      <Notices {...seen} markRead={markRead} />
      <h2>Records</h2>
      <ClinicalCode {...{ api, press, feed }} onScanned={look} />
      <Button onClick={() => saveRecords(api).catch((error) => setRefusal(messageOf(error)))}>
        Save my records
      </Button>
      {seen.requests.map((request) => (
        <Request {...request} key={request.id} decide={(decision) => decide(request.id, decision)} />
      ))}
      <h2>Gifts</h2>
      {seen.campaigns
        .filter(({ availability, ownClaim }) => ownClaim || availability === 'available')
        .map((campaign) => (
          <Gift {...campaign} key={campaign.id} reserve={() => reserve(campaign.id)} />
        ))}
      {seen.workplaces.length > 0 && <h2>Workplaces</h2>}
      {seen.workplaces.map((workplace) => (
        <Membership {...workplace} key={workplace.workspaceId} />
      ))}
      <h2>My account</h2>
      <AccountCode {...{ api, press }} />
    </>
  );
}

interface ClinicalCodeProps {
  readonly api: Api;
  readonly press: Press;
  readonly feed: NoticeFeed;
  readonly onScanned: () => Promise<void>;
}

/** The code for a practitioner, until somebody has exchanged it. */
function ClinicalCode({ api, press, feed, onScanned }: ClinicalCodeProps) {
  const [code, setCode] = useState<Schemas['IssuedQrToken']>();
  useEffect(() => {
    if (!code) return;
    const isHidden = new AbortController();
    waitForScan(api, { id: code.id, signal: isHidden.signal, sleep: pause, notices: feed }).then(
      () => {
        setCode(undefined);
        return onScanned();
      },
      () => {}, // Another code is shown, or the platform has stopped.
    );
    return () => isHidden.abort();
  }, [code]);
  const issue = async () => setCode(await press(() => api.POST('/v1/clinical/qr-tokens')));
  return (
    <article>
      {code && (
        <Code text={code.token} label="Code for a practitioner" typed={code.token}>
          Valid until {timeOf(code.expiresAt)}
        </Code>
      )}
      <Button onClick={issue}>{code ? 'Show another code' : 'Show a code to a practitioner'}</Button>
    </article>
  );
}

/** The account, for the administrator who verifies a practitioner. */
function AccountCode({ api, press }: Pick<ClinicalCodeProps, 'api' | 'press'>) {
  const [id, setId] = useState<string>();
  const find = async () => setId((await press(() => api.GET('/v1/account')))?.id);
  return (
    <article>
      {id ? (
        <Code text={accountCode(id)} label="Code of my account" typed={id}>
          Show it only to the administrator who verifies you as a practitioner.
        </Code>
      ) : (
        <Button onClick={find}>Show the code of my account</Button>
      )}
    </article>
  );
}

/** Saves all notes as one FHIR bundle, for another clinic. */
async function saveRecords(api: Api): Promise<void> {
  const entry: NonNullable<Schemas['FhirBundle']['entry']>[number][] = [];
  const pages = allPages((cursor) =>
    api.GET('/v1/clinical/records/export', { params: { query: { limit: 100, ...(cursor && { cursor }) } } }),
  );
  for await (const { bundle } of pages) entry.push(...(bundle.entry ?? []));
  const whole = { resourceType: 'Bundle', type: 'collection', ...(entry.length > 0 && { entry }) };
  const file = new Blob([JSON.stringify(whole, undefined, 2)], { type: 'application/fhir+json' });
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(file),
    download: 'sihat-records.fhir.json',
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

type Decision = 'approval' | 'denial' | 'revocation';

const Request = ({
  id,
  practitioner,
  status,
  requestedAt,
  decide,
}: AccessRequest & { readonly decide: (decision: Decision) => void }) => (
  <article aria-label={`Request of ${practitioner.name}, ${status}`}>
    <h3>{practitioner.name}</h3>
    <p>
      {practitioner.organization}, {timeOf(requestedAt)}
    </p>
    <p role="status">
      <span class="tag">{status}</span> <Mark {...{ id }} />
    </p>
    {status === 'pending' && <p class="hint">Approve only if the doctor’s screen shows the same.</p>}
    {status === 'pending' && (
      <div class="actions">
        <Button onClick={() => decide('approval')}>Approve</Button>
        <Button onClick={() => decide('denial')}>Deny</Button>
      </div>
    )}
    {status === 'approved' && <Button onClick={() => decide('revocation')}>End the access</Button>}
  </article>
);

/** The characters that both sides compare: four large ones, and the next four small. */
const Mark = ({ id }: { readonly id: string }) => (
  <span class="code">
    <b>{accessMark(id).slice(0, 4)}</b> <small>{accessMark(id).slice(4)}</small>
  </span>
);

function Gift({ title, ownClaim, reserve }: Campaign & { readonly reserve: () => void }) {
  const { id = '', status, expiresAt = '' } = ownClaim ?? {};
  const typed = shown(typedCode(id));
  return (
    <article aria-label={title}>
      <h3>{title}</h3>
      <p role="status">{status && <span class="tag">{status}</span>}</p>
      {status === 'reserved' && (
        <Code text={claimCode(id)} label={`Code of ${title}`} typed={typed}>
          Collect it until {timeOf(expiresAt)}
        </Code>
      )}
      {!ownClaim && <Button onClick={reserve}>Reserve {title}</Button>}
    </article>
  );
}

/** What the member tells an officer who cannot tell two members apart. */
const Membership = ({ name, role, reference, memberCode }: Workplace) => (
  <article aria-label={name}>
    <h3>{name}</h3>
    <p>
      <span class="tag">{role}</span> {reference}
    </p>
    <p>
      My reference: <span class="code">{shown(memberCode)}</span>
    </p>
  </article>
);

/** Eight characters as people read them. */
const shown = (code: string): string => code.toUpperCase().replace(/....$/, ' $&');

interface CodeProps {
  readonly text: string;
  readonly label: string;
  /** What a person without a camera types or copies. */
  readonly typed: string;
  readonly children: ComponentChildren;
}

function Code({ text, label, typed, children }: CodeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(qrCode(document, text, label)), [text]);
  return (
    <>
      <div ref={place} />
      <p class="code">{typed}</p>
      <p class="hint">{children}</p>
    </>
  );
}

const Button = (props: { readonly onClick: () => void; readonly children: ComponentChildren }) => (
  <button type="button" class="button" {...props} />
);

function draw(): void {
  const person = location.hash.slice(1) || 'patient';
  const isNobodyKnown = !PEOPLE.includes(person);
  render(
    <main class="page narrow">
      <div class="lead">
        <h1>Demo phone</h1>
        <p>It plays a patient and a visitor. Whose phone is it?</p>
      </div>
      <nav aria-label="Person" class="actions">
        {PEOPLE.map((name) => (
          <a href={`#${name}`} key={name} class="button" aria-current={name === person ? 'true' : undefined}>
            {name}
          </a>
        ))}
        <a href={`#${newId()}`} class="button" aria-current={isNobodyKnown ? 'true' : undefined}>
          somebody new
        </a>
      </nav>
      <Phone key={person} person={person} />
    </main>,
    document.body,
  );
}

addEventListener('hashchange', draw);
draw();
