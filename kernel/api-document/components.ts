import type { Language } from '@balcao/sdk/server';

const words = {
  pt: {
    token: 'Um token da API de mensagens',
    error: 'Um código que não muda, como ERR_VALIDATION.',
    fields: 'Os campos que estavam errados, cada um com o motivo.',
    invalid: 'ERR_VALIDATION: `fields` diz o que está errado',
    unauthorized: 'Sem sessão ou token, ou um que terminou',
    forbidden: 'ERR_NO_PERMISSION, ou ERR_SESSION_EXPIRED',
    notFound: 'Não existe, ou o módulo está desligado',
    wait: 'Segundos a esperar',
  },
  en: {
    token: 'A token of the messages API',
    error: 'A code that does not change, such as ERR_VALIDATION.',
    fields: 'The inputs that were wrong, each with its reason.',
    invalid: 'ERR_VALIDATION: `fields` names what is wrong',
    unauthorized: 'No session or token, or one that ended',
    forbidden: 'ERR_NO_PERMISSION, or ERR_SESSION_EXPIRED',
    notFound: 'There is no such thing, or its module is off',
    wait: 'Seconds to wait',
  },
  es: {
    token: 'Un token de la API de mensajes',
    error: 'Un código que no cambia, como ERR_VALIDATION.',
    fields: 'Los campos que estaban mal, cada uno con su motivo.',
    invalid: 'ERR_VALIDATION: `fields` dice qué está mal',
    unauthorized: 'Sin sesión ni token, o uno que terminó',
    forbidden: 'ERR_NO_PERMISSION, o ERR_SESSION_EXPIRED',
    notFound: 'No existe, o su módulo está apagado',
    wait: 'Segundos de espera',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** Components that all operations refer to. */
export const componentsIn = (language: Language): object => {
  const texts = words[language];
  const refusal = (description: string): object => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });
  return {
    securitySchemes: {
      session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'POST /auth/login' },
      token: { type: 'http', scheme: 'bearer', description: texts.token },
    },
    schemas: {
      Error: {
        type: 'object',
        required: ['error'],
        properties: {
          error: { type: 'string', description: texts.error },
          fields: { type: 'object', additionalProperties: { type: 'string' }, description: texts.fields },
          context: { type: 'object', additionalProperties: true },
        },
      },
    },
    responses: {
      Invalid: refusal(texts.invalid),
      Unauthorized: refusal(texts.unauthorized),
      Forbidden: refusal(texts.forbidden),
      NotFound: refusal(texts.notFound),
      TooMany: {
        ...refusal('ERR_TOO_MANY_REQUESTS'),
        headers: { 'Retry-After': { description: texts.wait, schema: { type: 'integer' } } },
      },
    },
  };
};
