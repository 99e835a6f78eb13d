import type * as z from 'zod/mini';
import type { ClinicalRecord } from '../../../shared/clinical/schemas.ts';
import type { FhirBundle, FhirDocument } from './contract.ts';

/**
 * Converts records to FHIR R4. A record becomes a DocumentReference, which is what FHIR uses for clinical notes in plain text. It
 * names its authors as the record does, without resources of their own: the platform has none of practitioners and organizations.
 * @param records in the order of the bundle
 */
export function bundleOf(records: readonly z.input<typeof ClinicalRecord>[]): z.input<typeof FhirBundle> {
  const entry = records.map((record) => ({ fullUrl: `urn:uuid:${record.id}`, resource: documentOf(record) }));
  return { resourceType: 'Bundle', type: 'collection', ...(entry.length > 0 && { entry }) };
}

const documentOf = (record: z.input<typeof ClinicalRecord>): z.input<typeof FhirDocument> => ({
  resourceType: 'DocumentReference',
  id: record.id,
  status: record.enteredInError ? 'entered-in-error' : 'current',
  // Consult note
  type: { coding: [{ system: 'http://loinc.org', code: '11488-4' }] },
  date: record.createdAt,
  author: [
    { type: 'Practitioner', display: record.practitionerName },
    { type: 'Organization', display: record.practitionerOrganization },
  ],
  content: [
    {
      attachment: {
        contentType: 'text/plain;charset=utf-8',
        data: Buffer.from(record.body).toString('base64'),
        title: record.title,
      },
    },
  ],
  context: { period: { start: record.consultedAt, end: record.consultedAt } },
});
