import { Stack } from 'aws-cdk-lib';
import { type CfnApi, CfnApiMapping, CfnDomainName, type CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRecordSet, HostedZone } from 'aws-cdk-lib/aws-route53';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import {
  type Domain,
  type StageConfiguration,
  TRUST_STORE_FILE,
  trustStoreBucketName,
  trustStoreVersionParameter,
} from '../stages.ts';

export interface OriginDomainProps {
  readonly stage: StageConfiguration;
  readonly domain: Domain;
  readonly api: CfnApi;
  readonly apiStage: CfnStage;
}

/**
 * The host name by which CloudFront reaches the API. API Gateway refuses every TLS connection to it that does not present
 * a certificate of the stage's own authority, so requests that bypass CloudFront and its firewall never reach a function.
 * The name is configured, so the edge stack in another region needs no output of this one.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-mutual-tls.html
 */
export class OriginDomain extends Construct {
  constructor(scope: Construct, id: string, { stage, domain, api, apiStage }: OriginDomainProps) {
    super(scope, id);
    const { originName, hostedZoneId, hostedZoneName: zoneName } = domain;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName });
    const certificate = new Certificate(this, 'Certificate', {
      domainName: originName,
      validation: CertificateValidation.fromDns(zone),
    });
    const name = new CfnDomainName(this, 'Name', {
      domainName: originName,
      domainNameConfigurations: [
        {
          certificateArn: certificate.certificateArn,
          endpointType: 'REGIONAL',
          securityPolicy: 'TLS_1_2',
        },
      ],
      mutualTlsAuthentication: {
        truststoreUri: `s3://${trustStoreBucketName(stage, Stack.of(this).account)}/${TRUST_STORE_FILE}`,
        truststoreVersion: StringParameter.valueForStringParameter(this, trustStoreVersionParameter(stage)),
      },
    });
    new CfnApiMapping(this, 'Mapping', { apiId: api.ref, domainName: name.ref, stage: apiStage.ref });
    new CfnRecordSet(this, 'Record', {
      hostedZoneId,
      name: originName,
      type: 'A',
      aliasTarget: {
        dnsName: name.attrRegionalDomainName,
        hostedZoneId: name.attrRegionalHostedZoneId,
      },
    });
  }
}
