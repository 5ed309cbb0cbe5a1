import type { ServerResponse } from 'node:http';

export const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
};

/** An error as OpenAI writes it. */
export const fail = (
  response: ServerResponse,
  status: number,
  error: { message: string; type?: string; code?: string; param?: string },
): void => json(response, { error: { type: 'invalid_request_error', code: null, param: null, ...error } }, status);
