import type { Document } from './document-breaks.ts';

/** Two made-up documents: the later one breaks and extends the earlier one in every way that is compared. */

export const earlier: Document = {
  security: [{ bearer: [] }],
  paths: {
    '/v1/walks': {
      get: {
        operationId: 'listWalks',
        security: [{}, { bearer: [] }],
        parameters: [
          { name: 'near', in: 'query', schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100, default: 20 } },
          { $ref: '#/components/parameters/day' },
        ],
        responses: {
          '200': {
            headers: { etag: {}, 'x-request-id': {} },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Walk' } } },
                  required: ['items'],
                },
              },
              'text/csv': {},
            },
          },
          '304': {},
        },
      },
      post: {
        operationId: 'createWalk',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewWalk' } } },
        },
        responses: {
          '201': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Walk' } } } },
          '409': { $ref: '#/components/responses/Conflict' },
        },
      },
    },
    '/v1/walks/{id}': {
      delete: { operationId: 'deleteWalk', responses: { '204': {} } },
      get: { operationId: 'getWalk', responses: { '200': {} } },
    },
  },
  components: {
    parameters: { day: { name: 'day', in: 'query', schema: { type: 'string' } } },
    responses: {
      Conflict: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ConflictError' } } },
      },
    },
    schemas: {
      Problem: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
      ConflictError: {
        allOf: [{ $ref: '#/components/schemas/Problem' }],
        properties: { code: { 'x-extensible-enum': ['too_many', 'title_taken'] } },
      },
      Walk: {
        type: 'object',
        properties: {
          title: { type: 'string', maxLength: 80 },
          status: { type: 'string', enum: ['open', 'over'] },
          language: { const: 'ms' },
          unit: { type: 'string', enum: ['steps'] },
          scope: { const: 'all' },
          pace: { type: 'string', 'x-extensible-enum': ['slow'] },
          steps: { type: 'integer' },
          note: { type: 'string' },
          stops: { type: 'array', items: { $ref: '#/components/schemas/Stop' } },
          next: { $ref: '#/components/schemas/Walk' },
        },
        required: ['title', 'status', 'steps'],
      },
      Stop: {
        oneOf: [{ $ref: '#/components/schemas/Bench' }, { $ref: '#/components/schemas/Well' }],
        discriminator: { propertyName: 'kind' },
      },
      Bench: { properties: { kind: { const: 'bench' }, seats: { type: 'integer' } } },
      Well: { properties: { kind: { const: 'well' } } },
      NewWalk: {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 80 },
          code: { type: 'string', pattern: '^[a-z]+$' },
          status: { type: 'string', enum: ['open', 'over'] },
          language: { type: 'string' },
          distance: { type: 'number', minimum: 0 },
          summary: { type: 'string' },
          names: { type: 'object', additionalProperties: { type: 'string', maxLength: 40 } },
          labels: { type: 'object' },
        },
        required: ['title'],
        additionalProperties: false,
      },
    },
  },
};

export const later: Document = {
  security: [{ bearer: [] }],
  paths: {
    '/v1/walks': {
      get: {
        operationId: 'listWalks',
        security: [{ bearer: [] }],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50, default: 10 } },
          { name: 'day', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'sort', in: 'query', schema: { type: 'string' } },
        ],
        responses: {
          '200': {
            headers: { etag: {}, 'x-more': {} },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    items: { type: 'array', items: { $ref: '#/components/schemas/Walk' } },
                    total: { type: 'integer' },
                  },
                  required: ['items', 'total'],
                },
              },
            },
          },
        },
      },
      post: {
        operationId: 'addWalk',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewWalk' } } },
        },
        responses: {
          '201': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Walk' } } } },
          '409': { $ref: '#/components/responses/Conflict' },
          '422': {},
        },
      },
    },
    '/v1/walks/{id}': {
      get: { operationId: 'getWalk', responses: { '200': {} } },
      put: { operationId: 'putWalk', responses: { '200': {} } },
    },
  },
  components: {
    responses: {
      Conflict: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ConflictError' } } },
      },
    },
    schemas: {
      Problem: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
      ConflictError: {
        allOf: [{ $ref: '#/components/schemas/Problem' }],
        properties: { code: { 'x-extensible-enum': ['title_taken', 'over'] } },
      },
      Walk: {
        type: 'object',
        properties: {
          title: { type: 'string', maxLength: 120 },
          status: { type: 'string', 'x-extensible-enum': ['open', 'cancelled'] },
          language: { type: 'string' },
          unit: { type: 'string', 'x-extensible-enum': ['steps', 'metres'] },
          scope: { enum: ['all'] },
          pace: { type: 'string', 'x-extensible-enum': ['slow', 'fast'] },
          steps: { type: ['integer', 'string'] },
          stops: { type: 'array', items: { $ref: '#/components/schemas/Stop' } },
          next: { $ref: '#/components/schemas/Walk' },
          colour: { type: 'string' },
        },
        required: ['title', 'steps'],
      },
      Stop: {
        oneOf: [{ $ref: '#/components/schemas/Gate' }, { $ref: '#/components/schemas/Bench' }],
        discriminator: { propertyName: 'kind' },
      },
      Bench: { properties: { kind: { const: 'bench' } } },
      Gate: { properties: { kind: { const: 'gate' } } },
      NewWalk: {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 3, maxLength: 60 },
          code: { type: 'string', pattern: '^[a-z]{3}$' },
          status: { type: 'string', enum: ['open', 'planned'] },
          language: { type: 'string', enum: ['ms', 'en'] },
          distance: { type: 'integer', minimum: 0, maximum: 500 },
          names: { type: 'object', additionalProperties: { type: 'string', maxLength: 20 } },
          labels: { type: 'object', additionalProperties: false },
          colour: { type: 'string' },
          place: { type: 'string' },
        },
        required: ['title', 'place'],
        additionalProperties: false,
      },
    },
  },
};

/** Each break of the pair, by the operation in the earlier document. */
export const breaks: Readonly<Record<string, readonly string[]>> = {
  listWalks: [
    'query near was removed',
    'query limit has another default',
    'query limit has a lower maximum',
    'query day is required now',
    '200 has no header x-request-id any more',
    '200.items[].status has no value "over" any more',
    '200.items[].language has no fixed values now',
    '200.items[].unit can have other values now',
    '200.items[].steps was integer and is integer or string',
    '200.items[].note was removed',
    '200.items[].stops[](bench).seats was removed',
    '200.items[].stops[] has no kind well any more',
    '200.items[].status may be missing now',
    '200 has no text/csv any more',
    '304 was removed',
    'requires more to sign in',
  ],
  createWalk: [
    'is called addWalk now',
    'body is required now',
    'body.title has a higher minLength',
    'body.title has a lower maxLength',
    'body.code has another pattern',
    'body.status has no value "over" any more',
    'body.language has fixed values now',
    'body.distance was number and is integer',
    'body.distance has a lower maximum',
    'body.summary was removed',
    'body.names.* has a lower maxLength',
    'body.labels takes no other fields now',
    'body.place is required now',
    '201.status has no value "over" any more',
    '201.language has no fixed values now',
    '201.unit can have other values now',
    '201.steps was integer and is integer or string',
    '201.note was removed',
    '201.stops[](bench).seats was removed',
    '201.stops[] has no kind well any more',
    '201.status may be missing now',
    '409.code has no value "too_many" any more',
  ],
  deleteWalk: ['DELETE /v1/walks/{id} was removed'],
};
