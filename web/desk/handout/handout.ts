import { ApiError, type ClaimForStaff, dataOf, isSignedOut, newId } from '../api.ts';
import { placesOf, type Work } from '../work.ts';
import { claimIdOf, typedCodeOf } from './codes.ts';
import { addGift, giftOf, type HandedOut, removeGift } from './gifts-given.ts';
import { type Asking, type Input, type Result, resultOf } from './results.ts';
import { forgetUnanswered, keepUnanswered, type Redemption, unansweredOf } from './unanswered.ts';

const RETRY_SECONDS = 3;
/** A press in the first moments of a result was meant for what was there before. */
const IGNORED_MS = 400;
/** "Given" stays this long, whatever the camera sees. */
const GIVEN_MS = 2_000;

/** The work of handing out gifts, without its look: one code after the other is looked up, handed out, and perhaps taken back. */
export class Handout {
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
    this.#show({ kind: 'unanswered', redemption, title: undefined, seconds: 0, signedOut: false });
    void this.#redeem(redemption, undefined);
  }

  stop(): void {
    this.#stopped = true;
    this.#wake();
  }

  /** Whether a scanned code must wait, because the result on the screen is not finished or not read yet. */
  get isBusy(): boolean {
    if (this.#result.kind === 'given') return this.#result.staysUntilTap || this.isFreshlyGiven;
    return ['ready', 'sending', 'unanswered', 'looking', 'asking'].includes(this.#result.kind);
  }

  get isFreshlyGiven(): boolean {
    return this.#result.kind === 'given' && performance.now() - this.#since < GIVEN_MS;
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

  /** Goes on to the next visitor after a result that stays until a tap. */
  next(): void {
    if (this.#result.kind === 'given' && !this.#isFresh) this.#show({ kind: 'empty' });
  }

  handOut(): void {
    if (this.#result.kind !== 'ready' || this.#isFresh) return;
    const { at } = this.#result;
    const redemption = {
      accountId: this.#work.signIn.accountId,
      claimId: at.claim.id,
      redemptionId: newId(),
      sentAt: Date.now(),
    };
    keepUnanswered(redemption);
    this.#show({ kind: 'sending', at });
    void this.#redeem(redemption, at.campaign.title);
  }

  /** Sends what failed once more. */
  tryAgain(): void {
    if (this.#isFresh) return;
    if (this.#result.kind === 'offline') void this.#lookUp(this.#result.input);
    if (this.#result.kind === 'unanswered') this.#wake();
  }

  askUndo(gift: HandedOut): void {
    if (this.#isFresh || ['sending', 'unanswered', 'looking'].includes(this.#result.kind)) return;
    const before = this.#result.kind === 'asking' ? this.#result.before : this.#result;
    this.#show({ kind: 'asking', gift, undo: 'asked', before });
  }

  keepGiven(): void {
    if (this.#result.kind === 'asking' && !this.#isFresh) this.#show(this.#result.before);
  }

  async undo(): Promise<void> {
    const asking = this.#result;
    if (asking.kind !== 'asking' || this.#isFresh) return;
    const turn = this.#show({ ...asking, undo: 'sending' });
    const result = await this.#undone(asking);
    if (turn === this.#turn) this.#show(result);
  }

  async #undone(asking: Asking): Promise<Result> {
    const { api, signInEnded, signIn } = this.#work;
    const { claimId, undoId = '' } = asking.gift;
    const params = { path: { claimId } };
    try {
      const path = '/v1/partner/claims/{claimId}/redemption/annulment';
      const at = dataOf(await api.POST(path, { params, body: { undoId } }));
      removeGift(signIn.accountId, claimId);
      return { kind: 'undone', at };
    } catch (error) {
      if (isSignedOut(error)) signInEnded();
      if (!isFinal(error) || isSignedOut(error)) return { ...asking, undo: 'failed' };
      return (await this.#isRemoved(error)) ? { kind: 'removed' } : { ...asking, undo: 'too_late' };
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
      if (isSignedOut(error)) this.#work.signInEnded();
      if (!isFinal(error)) return { kind: 'offline', input };
      if (error.status === 429) return { kind: 'too_many' };
      if (await this.#isRemoved(error)) return { kind: 'removed' };
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

  /** Whether a 404 means that the person no longer works here. Without an answer, it is taken for that of the claim. */
  async #isRemoved({ status }: ApiError): Promise<boolean> {
    if (status !== 404) return false;
    try {
      const account = dataOf(await this.#work.api.GET('/v1/account'));
      return !placesOf(account).some(({ id }) => id === this.#workspaceId);
    } catch {
      return false;
    }
  }

  /** Repeats a redemption until it is answered. The same id has no second effect. */
  async #redeem(redemption: Redemption, title: string | undefined): Promise<void> {
    const { api, signInEnded } = this.#work;
    const { claimId, redemptionId } = redemption;
    const [params, body] = [{ path: { claimId } }, { redemptionId }];
    while (!this.#stopped) {
      try {
        const at = dataOf(await api.POST('/v1/partner/claims/{claimId}/redemption', { params, body }));
        forgetUnanswered(redemption);
        this.#given(redemption, at);
        return;
      } catch (error) {
        if (this.#stopped) return;
        const signedOut = isSignedOut(error);
        if (isFinal(error) && !signedOut && error.status !== 429) {
          forgetUnanswered(redemption);
          this.#show(await this.#refused(redemption, error));
          return;
        }
        if (signedOut) signInEnded();
        await this.#countDown(redemption, title, signedOut);
      }
    }
  }

  #given({ accountId }: Redemption, at: ClaimForStaff): void {
    addGift(accountId, giftOf(at));
    const staysUntilTap = this.#result.kind === 'unanswered';
    if (!this.#stopped) this.#show({ kind: 'given', at, staysUntilTap });
  }

  async #refused(redemption: Redemption, error: ApiError): Promise<Result> {
    if (error.status !== 404) return this.#found({ scanned: `SIHAT:CLAIM:${redemption.claimId}` });
    return (await this.#isRemoved(error)) ? { kind: 'removed' } : { kind: 'gone', redemption };
  }

  async #countDown(redemption: Redemption, title: string | undefined, signedOut: boolean): Promise<void> {
    let isWoken = false;
    const woken = new Promise<void>((done) => {
      this.#wake = () => {
        isWoken = true;
        done();
      };
    });
    for (let seconds = RETRY_SECONDS; seconds > 0 && !isWoken && !this.#stopped; seconds--) {
      this.#show({ kind: 'unanswered', redemption, title, seconds, signedOut });
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
