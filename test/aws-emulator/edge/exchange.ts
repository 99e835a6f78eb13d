/** A request of a caller to the edge. */
export interface Viewed {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly address: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}
