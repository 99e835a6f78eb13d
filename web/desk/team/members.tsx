import { useMemo, useState } from 'preact/hooks';
import { powers, type Role, rolesIn } from '../../../shared/workspaces/roles.ts';
import type { Member } from '../api.ts';
import { Button, Field, Loaded, Note, Page, useLanguage, useLoaded } from '../parts.tsx';
import type { ViewProps } from '../work.ts';
import { RowAction } from './action.tsx';
import { type Operations, operationsIn } from './operations.ts';
import { type ToldApart, toldApart } from './people.ts';
import { Person, useNameOf } from './person.tsx';
import { assignableRoles, NewRole, newRoleOf } from './roles.tsx';
import { type Column, type OpenDrawer, Table } from './table.tsx';
import { useTeam } from './words.tsx';

/** Who is shown: everybody, those whose reference somebody else has too, those in a role, or those who have left. */
type View = 'all' | 'same' | 'former' | Role;

const isFormer = ({ endedAt }: Member): boolean => endedAt !== undefined;

/** The members of a workspace, whom their officers know by what they shared. */
export function Members({ work, workplace }: ViewProps) {
  const team = useTeam();
  const { members: own } = team;
  const operations = operationsIn(work.api, workplace.workspaceId);
  const members = useLoaded(operations.members);
  const all = members.value ?? [];
  const among = useMemo(() => toldApart(all.filter((member) => !isFormer(member))), [members.value]);
  const counts = all.filter((member) => !isFormer(member)).length;
  const same = [...among.shared.values()].reduce((sum, count) => sum + count, 0);
  const title = members.value ? own.count(counts, same) : own.title;

  return (
    <Page title={title} lead={<p>{own.lead}</p>}>
      <Loaded {...members}>
        {() => <Found {...{ all, among, operations, workplace }} reload={members.reload} />}
      </Loaded>
    </Page>
  );
}

interface FoundProps extends Pick<ViewProps, 'workplace'> {
  readonly all: readonly Member[];
  readonly among: ToldApart;
  readonly operations: Operations;
  readonly reload: () => void;
}

/** The search, the chips, and the members that these leave. */
function Found({ all, among, operations, workplace, reload }: FoundProps) {
  const { words, dates } = useLanguage();
  const { roles } = words;
  const team = useTeam();
  const { members: own } = team;
  const [wanted, setWanted] = useState('');
  const [view, setView] = useState<View>('all');
  const isSame = (member: Member) => !isFormer(member) && among.shared.has(member.reference ?? '');
  const isIn = (member: Member, shown: View): boolean => {
    if (shown === 'same') return isSame(member);
    return isFormer(member) === (shown === 'former') && (!(shown in roles) || member.role === shown);
  };
  const isSearched = wanted.trim() !== '';
  const found = all.filter((member) => among.isFound(member, wanted));
  const columns: readonly Column<Member>[] = [
    { label: team.reference, cell: (person) => <Person {...{ person, among }} /> },
    { label: team.role, cell: (member) => roles[member.role] },
    { label: team.joined, cell: ({ joinedAt }) => dates.day(joinedAt) },
  ];
  const ended: Column<Member> = { label: own.ended, cell: ({ endedAt = '' }) => dates.day(endedAt) };
  const keyOf = ({ memberId }: Member) => memberId;
  const officers = rolesIn(workplace.workspaceKind).filter((role) => role !== 'owner' && role !== 'member');
  const chips = (['all', 'same', ...officers, 'former'] as const).map((each) => ({
    each,
    label: each in own.views ? own.views[each as keyof typeof own.views] : roles[each as Role],
    count: all.filter((member) => isIn(member, each)).length,
  }));
  const current = found.filter((member) => view !== 'former' && isIn(member, view));
  // Who has left is found too, below the members.
  const former = found.filter((member) => isIn(member, 'former') && (view === 'former' || isSearched));

  return (
    <>
      <search class="find">
        <Field id="find" label={own.find}>
          <input
            type="search"
            autocomplete="off"
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        </Field>
        <fieldset class="chips">
          <legend class="unseen">{own.show}</legend>
          {chips
            .filter(({ each, count }) => each === 'all' || count > 0)
            .map(({ each, label, count }) => (
              <Button
                key={each}
                aria-pressed={view === each}
                label={
                  <>
                    {label} <b>{count}</b>
                  </>
                }
                act={() => setView(each)}
              />
            ))}
        </fieldset>
      </search>
      <SameReferences {...{ among }} />
      {current.length === 0 && former.length === 0 ? (
        <p class="hint" role="status">
          {isSearched ? own.noHit(wanted.trim()) : team.none}
        </p>
      ) : (
        <>
          {view !== 'former' && current.length > 0 && (
            <Table
              title={own.title}
              look="members"
              isTitleHidden
              lookOf={(member) => (isSame(member) ? 'same' : undefined)}
              rows={current}
              {...{ columns, keyOf }}
              onDone={reload}
              actions={(member, open) => <Actions {...{ member, open, among, operations, workplace }} />}
            />
          )}
          {former.length > 0 && (
            <Table title={own.former} columns={[...columns, ended]} rows={former} keyOf={keyOf} />
          )}
        </>
      )}
    </>
  );
}

/** Says whose references are not enough to tell people apart. */
function SameReferences({ among }: { readonly among: ToldApart }) {
  const { members: own } = useTeam();
  const [first, ...others] = among.shared;
  if (!first) return null;
  const title =
    others.length === 0 ? own.sameReference(...first) : own.sameReferences([...among.shared.keys()]);
  return <Note kind="warn" title={title} more={own.sameReferenceText} />;
}

interface ActionsProps extends Pick<FoundProps, 'among' | 'operations' | 'workplace'> {
  readonly member: Member;
  readonly open: OpenDrawer;
}

function Actions({ member, open, among, operations, workplace }: ActionsProps) {
  const team = useTeam();
  const { members: own } = team;
  const who = useNameOf(among)(member);
  const assignable = assignableRoles(workplace);
  const canChangeRoles = powers[workplace.role].changesRoles && assignable.length > 1;
  const isSelf = member.memberId === workplace.memberId;
  const isOwner = member.role === 'owner';
  const isManaged = powers[workplace.role].manages.some((role) => role === member.role);
  if (isSelf || isOwner)
    return (
      <span class="hint">
        {isSelf && team.you} {isOwner && own.ownerStays}
      </span>
    );
  if (!isManaged) return null;
  return (
    <>
      {canChangeRoles && (
        <RowAction
          {...{ open }}
          label={own.changeRole}
          of={who}
          confirm={own.saveRole}
          act={(form) => operations.changeRole(member, newRoleOf(form))}
        >
          <NewRole {...{ member, who, assignable }} />
        </RowAction>
      )}
      <RowAction
        {...{ open }}
        isGrave
        label={own.remove}
        of={who}
        confirm={own.removeYes}
        cancel={own.keep}
        act={() => operations.remove(member)}
      >
        <p>
          <b>{own.removeQuestion(who)}</b>
          <br />
          {own.removeText}
        </p>
      </RowAction>
    </>
  );
}
