import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { type Contract, touchesOf } from '../../shared/contract.ts';
import type { Bundle } from '../bundles/bundles.ts';
import { cursorSecretName, secretValue } from '../stages.ts';
import { type Deployment, OwnFunction } from './platform-function.ts';

/** The table client gives up after a few seconds and answers 503; a request still running then is stuck. */
const TIMEOUT_SECONDS = 10;

export interface EndpointFunctionProps {
  readonly contract: Contract;
  readonly bundle: Bundle;
  readonly deployment: Deployment;
  readonly signIns: SignInPlace;
  readonly apiId: string;
}

/** The user pool whose tokens are taken. */
export interface SignInPlace {
  readonly userPoolId: string;
  readonly userPoolArn: string;
  readonly clientId: string;
}

/** An endpoint: its function, its route, and the permission of this one route to call this one function. */
export class EndpointFunction extends OwnFunction {
  constructor(scope: Construct, { contract, bundle, deployment, signIns, apiId }: EndpointFunctionProps) {
    super(scope, contract.operationId, {
      bundle,
      deployment,
      description: contract.summary,
      touches: touchesOf(contract),
      environment: environmentOf(contract, deployment, signIns),
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
        // any stage: the API has one
        resourceName: `*/${contract.method}${contract.path.replaceAll(/\{\w+\}/g, '*')}`,
      }),
    });
  }
}

export const routeKey = ({ method, path }: Contract): string => `${method} ${path}`;

function environmentOf(
  { caller, settings = [] }: Contract,
  { stage }: Deployment,
  { userPoolId, clientId }: SignInPlace,
): Record<string, string> {
  const issuer = `https://cognito-idp.${stage.region}.amazonaws.com/${userPoolId}`;
  return {
    ...(caller !== 'nobody' && {
      TOKEN_ISSUER: issuer,
      TOKEN_CLIENT_ID: clientId,
      TOKEN_JWKS_URI: `${issuer}/.well-known/jwks.json`,
    }),
    ...Object.fromEntries(
      settings.map((name) => [
        name,
        name === 'CURSOR_SECRET' ? secretValue(cursorSecretName(stage)) : stage.settings[name],
      ]),
    ),
  };
}
