import { challenge } from '../../../shared/community/items.ts';
import {
  clubMembership,
  communityOfAccount,
  createdClubs,
  enrollment,
  eventMembership,
  exclusion,
} from '../../../shared/community/participation.ts';
import { presentClubMembership, presentEnrollment } from '../../../shared/community/presenters.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import { ExhibitionMembership, OwnEnrollment, OwnExclusion } from './contract.ts';
import type { Present, Source } from './source.ts';

const enrollments: Present = async (items, { table, at }) => {
  const own = items.map(enrollment.parse);
  const keys = own.map(({ challengeId: id }) => challenge.key({ id }));
  const found = new Map((await table.getAll(keys)).map(challenge.parse).map((item) => [item.id, item]));
  return own.map((enrolled) => ({
    area: 'community',
    kind: 'enrollment',
    data: {
      ...publicFields(OwnEnrollment, enrolled),
      ...presentEnrollment(enrolled, found.get(enrolled.challengeId) ?? challenge.parse({}), at),
    },
  }));
};

export const community = {
  name: 'community',
  prefix: 'COMMUNITY#ACCOUNT#',
  list: communityOfAccount,
  present: {
    CREATED: (items) =>
      items.map(createdClubs.parse).map(({ clubs }) => ({
        area: 'community',
        kind: 'created_clubs',
        data: { createdClubs: clubs },
      })),
    CLUB: (items) =>
      items.map(clubMembership.parse).map((own) => ({
        area: 'community',
        kind: 'club_membership',
        data: { ...presentClubMembership(own), knownAs: own.knownAs },
      })),
    EVENT: (items) =>
      items.map((item) => ({
        area: 'community',
        kind: 'exhibition_membership',
        data: publicFields(ExhibitionMembership, eventMembership.parse(item)),
      })),
    CHALLENGE: enrollments,
    EXCLUSION: (items) =>
      items.map((item) => ({
        area: 'community',
        kind: 'exclusion',
        data: publicFields(OwnExclusion, exclusion.parse(item)),
      })),
  },
} as const satisfies Source;
