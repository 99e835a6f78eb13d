import { ApiError, type ClaimAtCounter, dataOf, newId, readCode, typedCode } from '../api.ts';
import type { Work } from '../work.ts';

/** What a member of staff is looking at. Each kind has its own shape, colour and words. */
export type Result =
  | { readonly kind: 'empty' | 'looking' | 'not_a_code' | 'too_many' }
  | {
      readonly kind: 'ready' | 'sending' | 'undone' | 'already' | 'expired' | 'own';
      readonly at: ClaimAtCounter;
    }
  | Given
  /** The claim is unknown here, or belongs to another merchant; the platform does not say which. */
  | { readonly kind: 'other'; readonly typed?: string }
  | { readonly kind: 'refused'; readonly code: string }
  /** A look-up failed, so nothing was handed out. */
  | { readonly kind: 'offline'; readonly input: Input }
  | Unanswered;

export interface Given {
  readonly kind: 'given';
  readonly at: ClaimAtCounter;
  readonly redemptionId: string;
  readonly undo: UndoState;
}

/** The redemption was sent, and its answer is unknown. */
interface Unanswered {
  readonly kind: 'unanswered';
  readonly redemption: Redemption;
  readonly seconds: number;
  readonly signedOut: boolean;
}

type UndoState = 'offered' | 'asked' | 'sending' | 'too_late' | 'failed';
type Input = { readonly scanned: string } | { readonly typed: string };

/** A redemption that was sent. It is kept until it is answered or the person signs out, also when the page is loaded again. */
interface Redemption {
  readonly accountId: string;
  readonly claimId: string;
  readonly redemptionId: string;
  readonly title: string;
}

const UNANSWERED = 'sihat-desk-unanswered';

/** The redemption of this account without an answer; one of another account is deleted. */
function unansweredOf(accountId: string): Redemption | undefined {
  const kept = JSON.parse(sessionStorage.getItem(UNANSWERED) ?? 'null') as Redemption | null;
  if (kept?.accountId === accountId) return kept;
  forgetUnanswered();
  return undefined;
}

export const forgetUnanswered = (): void => sessionStorage.removeItem(UNANSWERED);

const RETRY_SECONDS = 3;
/** A press in the first moments of a result was meant for what was there before. */
const IGNORED_MS = 400;
const CODE = /^[0-9a-f]{8}$/;
/** The typed characters without spaces and hyphens, or `undefined` if they are no code. */
export function typedCodeOf(text: string): string | undefined {
  const code = text.replaceAll(/[\s-]/g, '').toLowerCase();
  return CODE.test(code) ? code : undefined;
}

/** The work at a counter, without its look: one code after the other is looked up, handed out, and perhaps taken back. */
export class Counter {
  readonly #work: Work;
  readonly #workspaceId: string;
  readonly #onChange: (result: Result) => void;
  #result: Result = { kind: 'empty' };
  /** Answers that belong to an older turn are ignored. */
  #turn = 0;
  /** When the buttons on the screen appeared. */
  #since = Number.NEGATIVE_INFINITY;
  #stopped = false;
  #wake = () => {};

  constructor(work: Work, workspaceId: string, onChange: (result: Result) => void) {
    this.#work = work;
    this.#workspaceId = workspaceId;
    this.#onChange = onChange;
  }

  /** Asks again for the answer of a redemption that was sent before the page was loaded. */
  start(): void {
    const redemption = unansweredOf(this.#work.signIn.accountId);
    if (!redemption) return;
    this.#show({ kind: 'unanswered', redemption, seconds: 0, signedOut: false });
    void this.#redeem(redemption);
  }

  stop(): void {
    this.#stopped = true;
    this.#wake();
  }

  /** Whether a scanned code must wait, because the one on the screen is not finished. */
  get isBusy(): boolean {
    return ['ready', 'sending', 'unanswered', 'looking'].includes(this.#result.kind);
  }

  /** A code that the camera has seen. */
  scanned(text: string): void {
    if (!this.isBusy) void this.#lookUp({ scanned: text });
  }

  /** A code that somebody typed, or a scanner that types. It replaces a result that is not handed out yet. */
  typed(text: string): void {
    if (this.#result.kind === 'sending' || this.#result.kind === 'unanswered') return;
    const code = typedCodeOf(text);
    void this.#lookUp(code === undefined ? { scanned: text } : { typed: code });
  }

  skip(): void {
    if (this.#result.kind === 'ready') this.#show({ kind: 'empty' });
  }

  handOut(): void {
    if (this.#result.kind !== 'ready' || this.#isFresh) return;
    const { at } = this.#result;
    const { accountId } = this.#work.signIn;
    const { claim, campaign } = at;
    const redemption = { accountId, claimId: claim.id, redemptionId: newId(), title: campaign.title };
    sessionStorage.setItem(UNANSWERED, JSON.stringify(redemption));
    this.#show({ kind: 'sending', at });
    void this.#redeem(redemption);
  }

  /** Sends what failed once more. */
  tryAgain(): void {
    if (this.#isFresh) return;
    if (this.#result.kind === 'offline') void this.#lookUp(this.#result.input);
    if (this.#result.kind === 'unanswered') this.#wake();
  }

  askUndo(undo: 'asked' | 'offered'): void {
    if (this.#result.kind !== 'given' || this.#isFresh) return;
    this.#show({ ...this.#result, undo });
    this.#since = performance.now();
  }

  async undo(): Promise<void> {
    const given = this.#result;
    if (given.kind !== 'given' || this.#isFresh) return;
    const turn = this.#show({ ...given, undo: 'sending' });
    const result = await this.#undone(given);
    if (turn === this.#turn) this.#show(result);
  }

  async #undone(given: Given): Promise<Result> {
    const { api, lock } = this.#work;
    const params = { path: { claimId: given.at.claim.id } };
    const body = { redemptionId: given.redemptionId };
    try {
      const answer = await api.POST('/v1/partner/claims/{claimId}/redemption/annulment', { params, body });
      return { kind: 'undone', at: dataOf(answer) };
    } catch (error) {
      if (isSignedOut(error)) lock();
      return { ...given, undo: isFinal(error) && !isSignedOut(error) ? 'too_late' : 'failed' };
    }
  }

  async #lookUp(input: Input): Promise<void> {
    const turn = this.#show({ kind: 'looking' });
    const result = await this.#found(input);
    if (turn === this.#turn) this.#show(result);
  }

  async #found(input: Input): Promise<Result> {
    const claimId = 'scanned' in input ? claimIdOf(input.scanned) : '';
    if (claimId === undefined) return { kind: 'not_a_code' };
    try {
      return resultOf(dataOf(await this.#claimOf(input, claimId)));
    } catch (error) {
      if (!isFinal(error)) return { kind: 'offline', input };
      if (error.status === 429) return { kind: 'too_many' };
      if (isSignedOut(error)) this.#work.lock();
      if (error.status === 404) return { kind: 'other', ...('typed' in input && { typed: input.typed }) };
      return { kind: 'refused', code: error.code ?? String(error.status) };
    }
  }

  #claimOf(input: Input, claimId: string) {
    const { api } = this.#work;
    if ('scanned' in input) return api.GET('/v1/partner/claims/{claimId}', { params: { path: { claimId } } });
    const path = { workspaceId: this.#workspaceId, code: input.typed };
    return api.GET('/v1/partner/workspaces/{workspaceId}/claims/{code}', { params: { path } });
  }

  /** Repeats a redemption until it is answered. The same id has no second effect. */
  async #redeem(redemption: Redemption): Promise<void> {
    const { api, lock } = this.#work;
    const { claimId, redemptionId } = redemption;
    const [params, body] = [{ path: { claimId } }, { redemptionId }];
    while (!this.#stopped) {
      try {
        const at = dataOf(await api.POST('/v1/partner/claims/{claimId}/redemption', { params, body }));
        forgetUnanswered();
        if (!this.#stopped) this.#show({ kind: 'given', at, redemptionId, undo: 'offered' });
        return;
      } catch (error) {
        if (this.#stopped) return;
        const signedOut = isSignedOut(error);
        if (isFinal(error) && !signedOut && error.status !== 429) {
          forgetUnanswered();
          this.#show(await this.#found({ scanned: `SIHAT:CLAIM:${claimId}` }));
          return;
        }
        if (signedOut) lock();
        await this.#countDown(redemption, signedOut);
      }
    }
  }

  async #countDown(redemption: Redemption, signedOut: boolean): Promise<void> {
    let isWoken = false;
    const woken = new Promise<void>((done) => {
      this.#wake = () => {
        isWoken = true;
        done();
      };
    });
    for (let seconds = RETRY_SECONDS; seconds > 0 && !isWoken && !this.#stopped; seconds--) {
      this.#show({ kind: 'unanswered', redemption, seconds, signedOut });
      const second = new Promise((done) => setTimeout(done, 1000));
      await Promise.race([second, woken]);
    }
  }

  get #isFresh(): boolean {
    return performance.now() - this.#since < IGNORED_MS;
  }

  /** @returns the turn of this result */
  #show(result: Result): number {
    if (result.kind !== this.#result.kind) this.#since = performance.now();
    this.#result = result;
    this.#onChange(result);
    this.#turn += 1;
    return this.#turn;
  }
}

/** Whether the platform has decided. A lost connection, a time-out and a busy platform decide nothing. */
const isFinal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

function claimIdOf(text: string): string | undefined {
  const code = readCode(text);
  return code?.kind === 'claim' ? code.claimId : undefined;
}

const OBSTACLES = { already_redeemed: 'already', claim_expired: 'expired', own_claim: 'own' } as const;

function resultOf(at: ClaimAtCounter): Result {
  if (at.canRedeem) return { kind: 'ready', at };
  return at.obstacle ? { kind: OBSTACLES[at.obstacle], at } : { kind: 'refused', code: at.claim.status };
}

/** The code of a claim as people compare it: AB12 CD34. */
export const shownCode = (claimId: string): string => spaced(typedCode(claimId));
export const spaced = (code: string): string => code.toUpperCase().replace(/^(.{4})/, '$1 ');
