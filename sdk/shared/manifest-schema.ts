/** JSON Schema of `plugin.json`, published for editors and checked by the kernel before it imports any code. */
const localeKey = { type: 'string', minLength: 1, maxLength: 120 } as const;
const versions = {
  type: 'object',
  propertyNames: { pattern: '^[a-z][a-zA-Z0-9.-]*$' },
  additionalProperties: { type: 'integer', minimum: 1 },
} as const;
const ranges = {
  type: 'object',
  propertyNames: { pattern: '^[a-z][a-z0-9-]*$' },
  additionalProperties: { type: 'string', minLength: 1 },
} as const;

export const manifestSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Balcão plugin manifest',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'version', 'title', 'description', 'publisher', 'license', 'sdk'],
  properties: {
    $schema: { type: 'string' },
    id: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 40 },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$' },
    title: localeKey,
    description: localeKey,
    publisher: { type: 'string', minLength: 1, maxLength: 80 },
    license: { type: 'string', minLength: 1, maxLength: 60 },
    sdk: { type: 'string', minLength: 1 },
    core: { type: 'boolean' },
    environment: { enum: ['sandbox'] },
    requires: ranges,
    optional: ranges,
    toggle: { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9:-]*$' },
    onWith: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' },
    permissions: {
      type: 'object',
      propertyNames: { pattern: '^[a-z][a-zA-Z-]*:[a-zA-Z-]+$' },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['label', 'profiles'],
        properties: {
          label: localeKey,
          profiles: { type: 'array', uniqueItems: true, items: { enum: ['admin', 'gestor', 'user'] } },
        },
      },
    },
    settings: {
      type: 'object',
      propertyNames: { pattern: '^[a-zA-Z][a-zA-Z0-9]*$' },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['type', 'label', 'default'],
        properties: {
          type: { enum: ['string', 'boolean', 'integer', 'number'] },
          label: localeKey,
          help: localeKey,
          section: localeKey,
          order: { type: 'number' },
          default: { type: ['string', 'number', 'boolean'] },
          enum: { type: 'array', minItems: 1, items: { type: 'string' } },
          labels: { type: 'array', items: localeKey },
          minimum: { type: 'number' },
          maximum: { type: 'number' },
          maxLength: { type: 'integer', minimum: 1 },
          format: { enum: ['addresses', 'version', 'list'] },
          entryLength: { type: 'integer', minimum: 1 },
          multiline: { type: 'boolean' },
          secret: { type: 'boolean' },
          superOnly: { enum: [true, false, 'change'] },
          permission: { type: 'string', minLength: 1 },
          careful: { type: ['string', 'array'], items: { type: ['string', 'number', 'boolean'] } },
          hidden: { type: 'boolean' },
          refetch: { type: 'boolean' },
        },
      },
    },
    routes: {
      type: 'object',
      additionalProperties: false,
      properties: {
        api: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^/[a-zA-Z0-9:/._-]+$' } },
        pages: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^/[a-zA-Z0-9:/?_-]*$' } },
        publicPages: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^/[a-zA-Z0-9:/?_-]*$' } },
      },
    },
    publicRoutes: {
      type: 'object',
      propertyNames: { pattern: '^(GET|POST|PUT|PATCH|DELETE) /' },
      additionalProperties: { type: 'string', minLength: 1 },
    },
    emits: versions,
    provides: versions,
    contributes: versions,
    exposes: versions,
    hosts: { type: 'array', items: { type: 'string', minLength: 1 } },
    frames: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', pattern: '^https://[a-z0-9-]+(\\.[a-z0-9-]+)+(:\\d+)?$' },
    },
  },
} as const;
