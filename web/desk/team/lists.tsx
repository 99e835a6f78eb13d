import { useState } from 'preact/hooks';
import { invitationAddress } from '../../client/client.ts';
import type { Invitation, IssuedInvitation } from '../api.ts';
import { lastDayOf, today } from '../dates.ts';
import { Button, Field, Loaded, Note, useFailure, useLanguage, type useLoaded } from '../parts.tsx';
import { RowAction } from './action.tsx';
import {
  canBeSaved,
  hasReference,
  type InvitedList,
  isFound,
  issuedAgain,
  listsOf,
} from './invited-lists.ts';
import type { operationsIn } from './operations.ts';
import { linksFile } from './rows.ts';
import { Table } from './table.tsx';
import { useTeam } from './words.tsx';

interface ListsProps {
  readonly operations: ReturnType<typeof operationsIn>;
  readonly invited: ReturnType<typeof useLoaded<Invitation[]>>;
  /** The membership of the officer who looks. */
  readonly memberId: string;
}

/** The lists as their officers uploaded them. They never say who has accepted. */
export function Lists({ operations, invited, memberId }: ListsProps) {
  const { words, dates } = useLanguage();
  const { roles } = words;
  const team = useTeam();
  const { invitations: own } = team;
  const failure = useFailure();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<string>();
  const [saved, setSaved] = useState<{ readonly title?: string; readonly error?: unknown }>();

  const save = async (list: InvitedList) => {
    setSaved(undefined);
    try {
      const issued = await issuedAgain(list, operations.invite);
      saveLinks(
        issued.map((each) => ({ ...each, cells: [] })),
        [],
        list,
      );
      setSaved({ title: own.savedAgain(issued.length, dates.near(list.createdAt)) });
    } catch (error) {
      setSaved({ error });
    }
  };
  const revokeAll = async ({ listId, invitations }: InvitedList) => {
    if (listId !== undefined) return operations.revokeList(listId);
    for (const invitation of invitations.filter(isPending)) await operations.revoke(invitation);
  };
  const untilOf = ({ invitations: [first] }: InvitedList) => dates.lastDay(first?.expiresAt ?? '');
  const peopleOf = (list: InvitedList) => {
    const [first] = list.invitations;
    if (list.invitations.length === 1 && first?.reference) return <bdi>{first.reference}</bdi>;
    return (
      <>
        {own.people(list.invitations.length)}{' '}
        <Button
          kind="plain"
          label={own.show}
          aria-label={`${own.show}: ${dates.near(list.createdAt)}`}
          act={() => setShown(list.key)}
        />
      </>
    );
  };
  const stateOf = (list: InvitedList) => {
    const open = list.invitations.filter(isPending);
    if (open.length > 0) return own.untilEnd(untilOf(list));
    const [first] = list.invitations;
    return <span class="tag">{own.status[first?.status ?? 'closed']}</span>;
  };
  return (
    <Loaded {...invited}>
      {(all) => {
        const lists = listsOf(all);
        const hits = search.trim() === '' ? lists : lists.filter((list) => hasReference(list, search));
        const open = lists.find(({ key }) => key === shown);
        const single =
          search.trim() === ''
            ? (open?.invitations ?? [])
            : all.filter(({ reference }) => isFound(reference, search));
        return (
          <section class="lists">
            <Field id="search" label={own.search}>
              <input
                type="search"
                value={search}
                onInput={({ currentTarget: { value } }) => setSearch(value)}
              />
            </Field>
            <div role="status">
              {search.trim() !== '' && hits.length === 0 && <p class="hint">{own.noHit(search.trim())}</p>}
            </div>
            {saved?.title !== undefined && <Note kind="good" title={saved.title} more={own.savedAgainText} />}
            {saved?.error !== undefined && <Note kind="warn" title={failure(saved.error)} />}
            <Table
              title={own.pending}
              rows={hits}
              keyOf={({ key }) => key}
              onDone={invited.reload}
              columns={[
                { label: own.createdAt, cell: ({ createdAt }) => dates.near(createdAt) },
                { label: own.invited, cell: peopleOf },
                {
                  label: own.joinsAs,
                  cell: (list) =>
                    rolesIn(list)
                      .map((role) => roles[role])
                      .join(', '),
                },
                { label: own.linksColumn, cell: stateOf },
              ]}
              actions={(list, drawer) => {
                const count = list.invitations.filter(isPending).length;
                if (count === 0) return null;
                const when = dates.near(list.createdAt);
                return (
                  <>
                    {canBeSaved(list, memberId) && (
                      <Button
                        label={own.saveAgain}
                        aria-label={`${own.saveAgain}: ${when}`}
                        act={() => save(list)}
                      />
                    )}
                    <RowAction
                      open={drawer}
                      of={when}
                      isGrave
                      label={count === 1 ? own.revoke : own.revokeAll}
                      confirm={own.revokeYes(count)}
                      act={() => revokeAll(list)}
                    >
                      <p>
                        <b>{own.revokeAllQuestion(count, when)}</b>
                      </p>
                      <p>{own.revokeAllText}</p>
                    </RowAction>
                  </>
                );
              }}
            />
            <p class="hint">{own.listsHint}</p>
            {single.length > 0 && (
              <Single
                title={
                  open && search.trim() === ''
                    ? own.listOf(dates.near(open.createdAt))
                    : own.people(single.length)
                }
                {...{ operations, invited }}
                invitations={single}
              />
            )}
          </section>
        );
      }}
    </Loaded>
  );
}

const isPending = ({ status }: Invitation) => status === 'pending';
const rolesIn = ({ invitations }: InvitedList) => [...new Set(invitations.map(({ role }) => role))];

interface SingleProps extends Pick<ListsProps, 'operations' | 'invited'> {
  readonly title: string;
  readonly invitations: readonly Invitation[];
}

/** Invitations one by one. */
function Single({ title, invitations, operations, invited }: SingleProps) {
  const { words, dates } = useLanguage();
  const { roles } = words;
  const team = useTeam();
  const { invitations: own } = team;
  return (
    <Table
      title={title}
      rows={invitations}
      keyOf={({ id }) => id}
      onDone={invited.reload}
      columns={[
        { label: team.reference, cell: ({ reference }) => <bdi>{reference ?? '–'}</bdi> },
        { label: own.joinsAs, cell: ({ role }) => roles[role] },
        { label: own.createdAt, cell: ({ createdAt }) => dates.near(createdAt) },
        { label: own.validUntil, cell: ({ expiresAt }) => own.endOf(dates.lastDay(expiresAt)) },
        { label: own.state, cell: ({ status }) => <span class="tag">{own.status[status]}</span> },
      ]}
      actions={(invitation, open) => {
        if (!isPending(invitation)) return null;
        const of = invitation.reference ?? dates.near(invitation.createdAt);
        return (
          <RowAction {...{ open, of }} isGrave label={own.revoke} act={() => operations.revoke(invitation)}>
            <p>{own.revokeQuestion(of)}</p>
          </RowAction>
        );
      }}
    />
  );
}

type Saved = IssuedInvitation & { readonly cells: readonly string[] };

/** Saves links on the device, beside the columns of one's own file, if there is one. */
export function saveLinks(
  issued: readonly Saved[],
  columns: readonly string[],
  list?: Pick<InvitedList, 'createdAt'>,
): void {
  const rows = issued.map(({ invitation: { reference = '', expiresAt }, invitationToken, cells }) => ({
    reference,
    cells,
    link: invitationAddress(location.origin, invitationToken),
    validUntil: lastDayOf(expiresAt),
  }));
  const url = URL.createObjectURL(new Blob([linksFile(rows, columns)], { type: 'text/csv' }));
  const created = list?.createdAt ?? issued[0]?.invitation.createdAt ?? '';
  const name = `invitations-${today(Date.parse(created))}.csv`;
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
