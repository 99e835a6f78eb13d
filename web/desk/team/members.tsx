import { useState } from 'preact/hooks';
import { allOf, type Member, type Workplace, type WorkspaceRole } from '../api.ts';
import { Failed, Lead, Loading, useLanguage, useLoaded } from '../parts.tsx';
import type { ViewProps } from '../workplace.tsx';
import { done, RowAction } from './action.tsx';
import { Person, useNameOf } from './person.tsx';
import { type Column, Table } from './table.tsx';

const ASSIGNABLE = { corporate: ['member', 'hr_admin'], merchant: ['staff'] } as const;
export const assignableRoles = (workspaceKind: Workplace['workspaceKind']) => ASSIGNABLE[workspaceKind];

/** The members of a workspace, whom their officers know by what they shared. */
export function Members({ work, workplace }: ViewProps) {
  const { words, dates } = useLanguage();
  const { team, roles } = words;
  const { members: own } = team;
  const nameOf = useNameOf();
  const [wanted, setWanted] = useState('');
  const [role, setRole] = useState<WorkspaceRole | ''>('');
  const { workspaceId, workspaceKind } = workplace;
  const { value, error, reload } = useLoaded(() =>
    allOf(
      (query) =>
        work.api.GET('/v1/partner/workspaces/{workspaceId}/members', {
          params: { path: { workspaceId }, query },
        }),
      ({ members }) => members,
    ),
  );
  const isShown = ({ reference, ...member }: Member) =>
    (role === '' || member.role === role) &&
    (reference ?? '').toLowerCase().includes(wanted.trim().toLowerCase());
  const shown = value?.filter(isShown);
  const isSelf = ({ accountId }: Member) => accountId === work.signIn.accountId;
  const columns: readonly Column<Member>[] = [
    { label: team.reference, cell: (member) => <Person {...member} /> },
    { label: team.role, cell: (member) => roles[member.role] },
    { label: team.joined, cell: (member) => dates.day(member.joinedAt) },
  ];
  const former: readonly Column<Member>[] = [
    ...columns,
    { label: own.ended, cell: (member) => dates.day(member.endedAt ?? '') },
  ];
  const path = ({ accountId }: Member) => ({ params: { path: { workspaceId, accountId } } });

  return (
    <main class="page" id="work">
      <Lead title={own.title}>
        <p>{own.lead}</p>
      </Lead>
      <search class="period">
        <div class="field">
          <label for="find">{own.find}</label>
          <input
            id="find"
            type="search"
            autocomplete="off"
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for="role">{team.role}</label>
          <select
            id="role"
            value={role}
            onChange={(event) => setRole(event.currentTarget.value as WorkspaceRole | '')}
          >
            <option value="">{own.allRoles}</option>
            {(['owner', ...assignableRoles(workspaceKind)] as const).map((each) => (
              <option value={each} key={each}>
                {roles[each]}
              </option>
            ))}
          </select>
        </div>
        <a class="button main" href="#invitations">
          {team.invitations.title}
        </a>
      </search>
      {error !== undefined && <Failed error={error} again={reload} />}
      {!shown && error === undefined && <Loading />}
      {shown && (
        <Table
          title={own.title}
          columns={columns}
          rows={shown.filter(({ endedAt }) => endedAt === undefined)}
          keyOf={({ accountId }) => accountId}
          onDone={reload}
          actions={(member, open) =>
            member.role === 'owner' || isSelf(member) ? (
              <span class="hint">
                {isSelf(member) ? `${team.you}. ` : ''}
                {member.role === 'owner' ? own.ownerStays : ''}
              </span>
            ) : (
              <>
                {workplace.role === 'owner' && assignableRoles(workspaceKind).length > 1 && (
                  <RowAction
                    {...{ open }}
                    label={own.changeRole}
                    of={nameOf(member)}
                    confirm={own.saveRole}
                    act={async (form) => {
                      const chosen = ASSIGNABLE.corporate.find((each) => each === form.get('new-role'));
                      const body = { role: chosen ?? 'member' };
                      done(
                        await work.api.PUT('/v1/partner/workspaces/{workspaceId}/members/{accountId}/role', {
                          ...path(member),
                          body,
                        }),
                      );
                    }}
                  >
                    <Roles {...{ member }} who={nameOf(member)} />
                  </RowAction>
                )}
                <RowAction
                  {...{ open }}
                  isGrave
                  label={own.remove}
                  of={nameOf(member)}
                  confirm={own.removeYes}
                  cancel={own.keep}
                  act={async () =>
                    done(
                      await work.api.DELETE(
                        '/v1/partner/workspaces/{workspaceId}/members/{accountId}',
                        path(member),
                      ),
                    )
                  }
                >
                  <p>
                    <b>{own.removeQuestion(nameOf(member))}</b>
                    <br />
                    {own.removeText}
                  </p>
                </RowAction>
              </>
            )
          }
        />
      )}
      {shown?.some(({ endedAt }) => endedAt !== undefined) && (
        <details>
          <summary class="plain">{own.former}</summary>
          <Table
            title={own.former}
            columns={former}
            rows={shown.filter(({ endedAt }) => endedAt !== undefined)}
            keyOf={({ accountId }) => accountId}
          />
        </details>
      )}
    </main>
  );
}

function Roles({ member, who }: { readonly member: Member; readonly who: string }) {
  const { words } = useLanguage();
  const { members } = words.team;
  return (
    <fieldset>
      <legend>{members.newRole(who)}</legend>
      {ASSIGNABLE.corporate.map((each) => (
        <label class="choice" key={each}>
          <input type="radio" name="new-role" value={each} defaultChecked={member.role === each} />{' '}
          <span>
            <b>{words.roles[each]}</b>: {members.roleMeans[each]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
