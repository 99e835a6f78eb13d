import { useState } from 'preact/hooks';
import { powers, type Role, rolesIn } from '../../../shared/workspaces/roles.ts';
import type { Member } from '../api.ts';
import { Field, Loaded, Page, useLanguage, useLoaded } from '../parts.tsx';
import type { ViewProps } from '../workplace.tsx';
import { RowAction } from './action.tsx';
import { operationsIn } from './operations.ts';
import { Person, useNameOf } from './person.tsx';
import { assignableRoles, NewRole, newRoleOf, RoleField } from './roles.tsx';
import { type Column, Table } from './table.tsx';

/** The members of a workspace, whom their officers know by what they shared. */
export function Members({ work, workplace }: ViewProps) {
  const { words, dates } = useLanguage();
  const { team, roles } = words;
  const { members: own } = team;
  const nameOf = useNameOf();
  const operations = operationsIn(work.api, workplace.workspaceId);
  const members = useLoaded(operations.members);
  const [wanted, setWanted] = useState('');
  const [role, setRole] = useState<Role | ''>('');
  const assignable = assignableRoles(workplace.workspaceKind);
  const canChangeRoles = powers[workplace.role].changesRoles && assignable.length > 1;
  const isShown = ({ reference = '', ...member }: Member) =>
    (role === '' || member.role === role) && reference.toLowerCase().includes(wanted.trim().toLowerCase());
  const columns: readonly Column<Member>[] = [
    { label: team.reference, cell: (member) => <Person {...member} /> },
    { label: team.role, cell: (member) => roles[member.role] },
    { label: team.joined, cell: ({ joinedAt }) => dates.day(joinedAt) },
  ];
  const ended: Column<Member> = { label: own.ended, cell: ({ endedAt = '' }) => dates.day(endedAt) };
  const keyOf = ({ memberId }: Member) => memberId;

  return (
    <Page title={own.title} lead={<p>{own.lead}</p>}>
      <search class="period">
        <Field id="find" label={own.find}>
          <input
            type="search"
            autocomplete="off"
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        </Field>
        <RoleField
          label={team.role}
          roles={['', ...rolesIn(workplace.workspaceKind)]}
          value={role}
          choose={setRole}
        />
        <a class="button main" href="#invitations">
          {team.invitations.title}
        </a>
      </search>
      <Loaded {...members}>
        {(all) => {
          const shown = all.filter(isShown);
          const former = shown.filter(({ endedAt }) => endedAt !== undefined);
          return (
            <>
              <Table
                title={own.title}
                rows={shown.filter(({ endedAt }) => endedAt === undefined)}
                {...{ columns, keyOf }}
                onDone={members.reload}
                actions={(member, open) => {
                  const isSelf = member.memberId === workplace.memberId;
                  const isOwner = member.role === 'owner';
                  if (isSelf || isOwner)
                    return (
                      <span class="hint">
                        {isSelf && `${team.you}. `}
                        {isOwner && own.ownerStays}
                      </span>
                    );
                  const who = nameOf(member);
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
                }}
              />
              {former.length > 0 && (
                <details>
                  <summary class="plain">{own.former}</summary>
                  <Table title={own.former} columns={[...columns, ended]} rows={former} keyOf={keyOf} />
                </details>
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
