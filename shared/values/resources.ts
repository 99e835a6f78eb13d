import * as z from 'zod/mini';
import { isCalendarDate, isTimeZone, TIMEZONE } from './calendar.ts';
import { MAX_PAGE_ITEMS } from './limits.ts';
import { nameRules, noControls, pasted, seen, wellFormed } from './names.ts';
import { utcTime } from './rfc3339.ts';

/** Building blocks of contracts and of stored items. Lengths count Unicode code points. */

/** Any 8-4-4-4-12 hexadecimal id, whatever its version bits, kept in lower case. */
const uuid = () => z.guid().check(z.toLowerCase());

/** Not branded: TypeScript assigns a branded string to `string`, and so an account id to an id that other people see. */
type Unbranded = string & { readonly [z.core.$brand]?: never };
/** An id of anything but an account. An account id does not compile in its place, so no response shows one by mistake. */
export const Uuid: z.ZodMiniType<Unbranded, Unbranded> = uuid();
export const AccountId = uuid().brand<'AccountId'>();
export type AccountId = z.infer<typeof AccountId>;

/** A time that the platform stores and returns: ISO 8601 in UTC with milliseconds and `Z`, which sorts as text. */
export const Timestamp = z.iso.datetime({ precision: 3 });

/** A time that a client sends, in the format of RFC 3339. It is parsed to a `Timestamp`. */
export const time = () =>
  z.pipe(
    z.stringFormat('date-time', (text: string) => utcTime(text) !== undefined),
    z.transform((text: string) => utcTime(text) ?? text),
  );

/** An existing day, `YYYY-MM-DD`, which sorts as text. */
export const calendarDate = () =>
  z.stringFormat('date', isCalendarDate, {
    error: ({ input }) => (input === undefined ? undefined : 'must be one day that exists, as YYYY-MM-DD'),
  });

/** Text with `least` to `most` code points that matches a pattern. */
export const text = (most: number, least: number, form: RegExp, error: string) =>
  z
    .string()
    .check(z.minLength(least, { abort: true }), z.maxLength(most), z.regex(form, { error, abort: true }));

/** One line of text by which people recognise somebody or something, such as a name or a title. */
export const line = (most: number) =>
  z.string().check(z.minLength(1, { abort: true }), z.maxLength(most, { abort: true }), ...nameRules());
/** Text of several lines, as people paste it. */
export const prose = (most: number, least = 0) =>
  z.string().check(
    z.overwrite(pasted),
    z.minLength(least, { abort: true }),
    z.maxLength(most),
    noControls(),
    wellFormed(),
    // A required text says something.
    ...(least > 0 ? [seen()] : []),
  );

/** Why somebody does something that is logged. */
export const reason = () => prose(500, 1);

/** One line of 1 to 120 characters. */
export const title = () => line(120);
/** At most 500 characters in several lines, which may be empty. */
export const summary = () => prose(500);
/** An http or https address, which is stored unchanged. Other schemes could run code. */
export const url = () =>
  z
    .stringFormat('uri', (text: string) => /^https?:\/\/[\x21-\x7e]+$/i.test(text) && URL.canParse(text))
    .check(z.maxLength(2048));

/** A time zone by its name in the IANA database; Malaysia's by default. */
export const timezone = () =>
  z._default(
    z.string().check(
      z.maxLength(60),
      z.refine(isTimeZone, {
        error: `must be an IANA time zone, such as ${TIMEZONE}, and not Etc/GMT with an offset`,
      }),
    ),
    TIMEZONE,
  );

/** The https address of a picture, which is stored unchanged. */
export const pictureUrl = () =>
  z
    .stringFormat('uri', (text: string) => /^https:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text), {
      error: ({ input }) => (input === undefined ? undefined : 'must be an https address'),
    })
    .check(z.maxLength(2048));

/** The body of a 204: none. */
export const Nothing = z.undefined();

/** The query of a list with pages. */
export const pageQuery = {
  limit: z.optional(
    z.pipe(
      z.string().check(
        z.refine((text: string) => /^[1-9]\d*$/.test(text) && Number(text) <= MAX_PAGE_ITEMS, {
          error: `must be a whole number from 1 to ${MAX_PAGE_ITEMS}`,
        }),
      ),
      z.transform((text: string) => Number(text)),
    ),
  ),
  cursor: z.optional(z.string()),
};

/** One page of a list, with the name of its items. */
export const pageOf = <Name extends string, S extends z.ZodMiniType>(name: Name, element: S) =>
  z.strictObject({
    [name]: z.array(element).check(z.maxLength(MAX_PAGE_ITEMS)),
    nextCursor: z.optional(z.string()),
  } as Record<Name, z.ZodMiniArray<S>> & { nextCursor: z.ZodMiniOptional<z.ZodMiniString> });

/** Each change increases the version by one. A change names the version on which it is based. */
export const version = () => z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** A non-negative integer. */
export const count = () => z.int().check(z.nonnegative());
