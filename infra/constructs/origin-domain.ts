import { Stack } from 'aws-cdk-lib';
import {
  type CfnApi,
  CfnApiMapping,
  type CfnStage,
  DomainName,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import {
  type Domain,
  type StageConfiguration,
  TRUST_STORE_FILE,
  trustStoreBucketName,
  trustStoreVersionParameter,
} from '../stage.ts';

export interface OriginDomainProps {
  readonly stage: StageConfiguration;
  readonly domain: Domain;
  readonly api: CfnApi;
  readonly apiStage: CfnStage;
}

/**
 * The host name under which CloudFront reaches the API. API Gateway rejects every TLS connection that does not present a
 * certificate of the stage's own authority, so requests that bypass CloudFront and its firewall never reach a function.
 * The name comes from the configuration, so the edge stack in another region needs no output of this stack.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-mutual-tls.html
 */
export class OriginDomain extends Construct {
  constructor(scope: Construct, id: string, { stage, domain, api, apiStage }: OriginDomainProps) {
    super(scope, id);
    const { originName, hostedZoneId, hostedZoneName: zoneName } = domain;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName });
    const trustStore = trustStoreBucketName(stage, Stack.of(this).account);
    const name = new DomainName(this, 'Name', {
      domainName: originName,
      certificate: new Certificate(this, 'Certificate', {
        domainName: originName,
        validation: CertificateValidation.fromDns(zone),
      }),
      securityPolicy: SecurityPolicy.TLS_1_2,
      mtls: {
        bucket: Bucket.fromBucketName(this, 'TrustStore', trustStore),
        key: TRUST_STORE_FILE,
        version: StringParameter.valueForStringParameter(this, trustStoreVersionParameter(stage)),
      },
    });
    // L1: ApiMapping takes an HttpStage, and the stage is L1.
    new CfnApiMapping(this, 'Mapping', { apiId: api.ref, domainName: name.name, stage: apiStage.ref });
    const { regionalDomainName, regionalHostedZoneId } = name;
    const target = new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId);
    new ARecord(this, 'Record', { zone, recordName: originName, target: RecordTarget.fromAlias(target) });
  }
}
