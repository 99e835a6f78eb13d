/** What CloudFront answers while a stage is closed. The JSON has the format of API Gateway's own errors. */
export const CLOSED_RESPONSE = {
  status: 503,
  body: JSON.stringify({ message: 'Service Unavailable' }),
  retryAfterSeconds: 300,
} as const;

/** The key of the body in the firewall. */
export const CLOSED_BODY_KEY = 'later';

/** Whether this is the response of a closed stage, and not that of a failing one. */
export const isClosedResponse = ({ status, headers, body }: ReceivedResponse): boolean =>
  status === CLOSED_RESPONSE.status &&
  headers.get('retry-after') === String(CLOSED_RESPONSE.retryAfterSeconds) &&
  body === CLOSED_RESPONSE.body;

interface ReceivedResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: string;
}
