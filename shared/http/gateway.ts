/**
 * The part of API Gateway's HTTP API event, payload format 2.0, that the adapter reads.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export interface HttpRequest {
  readonly version: '2.0';
  readonly routeKey: string;
  readonly rawPath: string;
  readonly rawQueryString: string;
  /** Lower-case names; repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Percent-decoded. */
  readonly pathParameters?: Readonly<Record<string, string | undefined>>;
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly requestId: string };
  readonly body?: string;
  readonly isBase64Encoded: boolean;
}

export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
