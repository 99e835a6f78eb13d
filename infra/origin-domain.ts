import { type CfnApi, CfnApiMapping, CfnDomainName, type CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRecordSet, HostedZone } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { Domain } from './stages.ts';

export interface OriginDomainProps {
  readonly domain: Domain;
  readonly api: CfnApi;
  readonly stage: CfnStage;
}

/**
 * The name that the edge finds the API by. It is known beforehand, so that the edge's stack, in another region, needs
 * nothing of this one; and the API's own address can be closed.
 */
export class OriginDomain extends Construct {
  constructor(scope: Construct, id: string, { domain, api, stage }: OriginDomainProps) {
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
    });
    new CfnApiMapping(this, 'Mapping', { apiId: api.ref, domainName: name.ref, stage: stage.ref });
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
