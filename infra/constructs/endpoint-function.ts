import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { type Contract, touchesOf } from '../../shared/contract/contract.ts';
import type { Settings } from '../../shared/contract/environment.ts';
import { cognitoEndpoint, secretValue, settingSecretNames } from '../stage.ts';
import {
  type DeployedBundle,
  type Deployment,
  PlatformFunction,
  type UserPoolReference,
} from './platform-function.ts';

/** The table client returns 503 within a few seconds, so a function that runs longer is stuck. */
const TIMEOUT_SECONDS = 10;

export interface EndpointFunctionProps extends DeployedBundle {
  readonly contract: Contract;
  readonly userPool: UserPoolReference;
  readonly apiId: string;
}

/** One endpoint: its function, its route, and the permission for this route alone to invoke the function. */
export class EndpointFunction extends PlatformFunction {
  constructor(scope: Construct, { contract, userPool: signIns, apiId, ...deployed }: EndpointFunctionProps) {
    super(scope, deployed, {
      summary: contract.summary,
      touches: touchesOf(contract),
      environment: environmentOf(contract, deployed.deployment, signIns),
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    // L1: HttpLambdaIntegration would permit every method of the path, not only this route.
    const integration = new CfnIntegration(this, 'Integration', {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: this.lambda.functionArn,
      payloadFormatVersion: '2.0',
    });
    new CfnRoute(this, 'Route', {
      apiId,
      routeKey: routeKey(contract),
      target: `integrations/${integration.ref}`,
    });
    this.lambda.addPermission('Permission', {
      scope: this,
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({
        service: 'execute-api',
        resource: apiId,
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
        // `*` stands for the stage; the API has only one.
        resourceName: `*/${contract.method}${contract.path.replaceAll(/\{\w+\}/g, '*')}`,
      }),
    });
  }
}

export const routeKey = ({ method, path }: Contract): string => `${method} ${path}`;

function environmentOf(
  { caller, settings = [] }: Contract,
  { stage }: Deployment,
  { userPoolId, clientId }: UserPoolReference,
): Record<string, string> {
  const secrets = settingSecretNames(stage);
  const values: Settings = {
    ...stage.settings,
    CURSOR_SECRET: secretValue(secrets.CURSOR_SECRET),
    INVITATION_SECRET: secretValue(secrets.INVITATION_SECRET),
    SIGN_IN_ENDPOINT: cognitoEndpoint(stage),
    SIGN_IN_USER_POOL_ID: userPoolId,
    SIGN_IN_CLIENT_ID: clientId,
  };
  const issuer = `${cognitoEndpoint(stage)}${userPoolId}`;
  return {
    ...(caller !== 'nobody' && {
      TOKEN_ISSUER: issuer,
      TOKEN_CLIENT_ID: clientId,
      TOKEN_JWKS_URI: `${issuer}/.well-known/jwks.json`,
    }),
    ...Object.fromEntries(settings.map((name) => [name, values[name]])),
  };
}
