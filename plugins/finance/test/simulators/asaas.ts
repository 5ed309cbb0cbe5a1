import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Payment {
  id: string;
  customer: string;
  value: number;
  status: string;
  billingType: string;
  externalReference: string;
  description: string;
  invoiceUrl: string;
  deleted: boolean;
}

export interface AsaasSimulator {
  url: string;
  accessToken: string;
  payments: Payment[];
  /** Received requests, as `POST /payments`. */
  calls: string[];
  /** Answers the next requests whose method and path match with this status. */
  failNext(fits: RegExp, status: number): void;
  /** Accepts the order and never answers: the connection is closed. */
  cutNext(fits: RegExp): void;
  /** Never answers: the caller waits until its process ends. */
  holdNext(fits: RegExp): void;
  /** Pays as a payer’s bank does, without a notification. */
  pay(ref: string, value?: number): Payment;
  close(): Promise<void>;
}

const read = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};

/** Starts a simulator of Asaas as far as a Pix payment needs it, over HTTP on this machine. */
export const startAsaas = async (): Promise<AsaasSimulator> => {
  const accessToken = '$aact_simulated_key';
  const payments: Payment[] = [];
  const customers: { id: string; cpfCnpj: string }[] = [];
  const calls: string[] = [];
  const failures: { fits: RegExp; status: number }[] = [];
  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    void read(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://asaas');
      const called = `${request.method ?? ''} ${pathname}`;
      calls.push(called);
      if (request.headers.access_token !== accessToken)
        return answer(401, { errors: [{ code: 'invalid_access_token' }] });
      const at = failures.findIndex(({ fits }) => fits.test(called));
      const failure = at < 0 ? undefined : failures.splice(at, 1)[0];
      if (failure && failure.status < 0) return undefined;
      if (failure && failure.status > 0) return answer(failure.status, { errors: [{ code: 'simulated' }] });

      if (called === 'GET /customers')
        return answer(200, { data: customers.filter(({ cpfCnpj }) => cpfCnpj === searchParams.get('cpfCnpj')) });
      if (called === 'POST /customers') {
        const customer = { id: `cus_${customers.length + 1}`, cpfCnpj: String(body['cpfCnpj']) };
        customers.push(customer);
        return answer(200, customer);
      }
      if (called === 'GET /payments') {
        const ref = searchParams.get('externalReference');
        return answer(200, { data: payments.filter(({ externalReference }) => externalReference === ref) });
      }
      if (called === 'POST /payments') {
        const id = `pay_${payments.length + 1}`;
        const payment = {
          ...(body as object),
          id,
          status: 'PENDING',
          deleted: false,
          invoiceUrl: `https://www.asaas.com/i/${id}`,
        };
        payments.push(payment as Payment);
        if (failure) return request.socket.destroy();
        return answer(200, payment);
      }
      const found = payments.find(({ id }) => pathname.split('/')[2] === id);
      if (!found) return answer(404, { errors: [{ code: 'not_found' }] });
      if (request.method === 'DELETE') {
        if (found.status !== 'PENDING') return answer(400, { errors: [{ code: 'invalid_action' }] });
        found.deleted = true;
        return answer(200, { deleted: true, id: found.id });
      }
      if (pathname.endsWith('/pixQrCode'))
        return answer(200, {
          encodedImage: '',
          payload: `00020101021226770014BR.GOV.BCB.PIX2555api.asaas.com/pix/qr/cob/${found.id}5204000053039865802BR`,
          expirationDate: '2099-12-31 23:59:59',
        });
      return answer(200, found);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessToken,
    payments,
    calls,
    failNext: (fits, status) => void failures.push({ fits, status }),
    cutNext: (fits) => void failures.push({ fits, status: 0 }),
    holdNext: (fits) => void failures.push({ fits, status: -1 }),
    pay(ref, value) {
      const payment = payments.find(({ externalReference }) => externalReference === ref);
      if (!payment) throw new Error(`there is no payment ${ref}`);
      if (payment.deleted) throw new Error(`the payment ${ref} was removed: nobody can pay it`);
      payment.status = 'RECEIVED';
      if (value !== undefined) payment.value = value;
      return payment;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
