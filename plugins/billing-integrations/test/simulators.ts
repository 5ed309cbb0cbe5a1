import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const read = async (request: IncomingMessage): Promise<Record<string, string>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>);
};

interface Served {
  url: string;
  close(): Promise<void>;
}
const listen = async (server: Server): Promise<Served> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

export interface IxcSimulator extends Served {
  token: string;
  /** Replaces the rows, as a broken or overloaded IXC would answer. */
  broken: { status: number; body: string } | undefined;
  /** Receivables of other customers that come after all the others. */
  crowd: number;
  /** Tables and invoices that were asked for, oldest first: `fn_areceber`, `get_pix 1002`. */
  calls: string[];
}

const receivable = (id: string, client: string, more: object = {}) => ({
  id,
  id_cliente: client,
  status: 'A',
  liberado: 'S',
  valor: '99.90',
  valor_aberto: '99.90',
  data_vencimento: '2026-12-10',
  linha_digitavel: '23793.38128 60007.827136 95000.063305 9 75520000009990',
  gateway_link: '',
  ...more,
});

/** Simulates the parts of IXC Provedor that second copies use. */
export const startIxc = async (): Promise<IxcSimulator> => {
  const token = '12:5f0c9e';
  const customers = [
    { id: '7', cnpj_cpf: '123.456.789-09', razao: 'Helena Souza' },
    { id: '8', cnpj_cpf: '11222333000181', razao: 'Padaria Aurora' },
    { id: '9', cnpj_cpf: '529.982.247-25', razao: 'Rui Barbosa' },
  ];
  const receivables = [
    receivable('1002', '7', { data_vencimento: '2026-12-10', gateway_link: 'https://banco.example/b/1002' }),
    receivable('1001', '7', { data_vencimento: '2026-11-10', valor_aberto: '104.35', linha_digitavel: null }),
    receivable('1000', '7', { status: 'R' }),
    receivable('1003', '7', { liberado: 'N' }),
    receivable('2001', '8', { valor: '1.250,00', valor_aberto: '', gateway_link: 'javascript:alert(1)' }),
    receivable('3001', '99'),
    // A customer of many years: 230 paid invoices come before the 15 open ones.
    ...Array.from({ length: 230 }, (_, at) => receivable(`${4000 + at}`, '9', { status: 'R' })),
    ...Array.from({ length: 15 }, (_, at) =>
      receivable(`${5000 + at}`, '9', { data_vencimento: `2026-12-${30 - at} 00:00:00` }),
    ),
  ];
  const simulator = { token, broken: undefined as IxcSimulator['broken'], crowd: 0, calls: [] as string[] };
  const server = createServer((request, response) => {
    const answer = (body: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    void read(request).then((asked) => {
      if (simulator.broken) return answer(simulator.broken.body, simulator.broken.status);
      if (request.headers.authorization !== `Basic ${Buffer.from(token).toString('base64')}`)
        return answer({ type: 'error', message: 'Token inválido' });
      const path = (request.url ?? '').replace('/webservice/v1/', '');
      simulator.calls.push([path, asked['id_areceber']].filter(Boolean).join(' '));
      if (path === 'get_pix')
        return asked['id_areceber'] === '1002'
          ? answer({ type: 'success', pix: { dadosPix: { status: 'ATIVA', pixCopiaECola: '00020126PIX1002' } } })
          : answer({ type: 'error', message: 'Carteira sem Pix' });
      if (request.headers['ixcsoft'] !== 'listar') return answer({ type: 'error', message: 'Recurso indisponível' });
      if (path === 'cliente') {
        const registros = customers.filter(({ cnpj_cpf }) => cnpj_cpf === asked['query']);
        return answer({ page: '1', total: registros.length, ...(registros.length > 0 && { registros }) });
      }
      // Ignores the filter, as older versions do. A page repeats the last row of the one before: one was paid meanwhile.
      const [page, size] = [Number(asked['page']), Number(asked['rp'])];
      const all = [
        ...receivables,
        ...Array.from({ length: simulator.crowd }, (_, at) => receivable(`${9000 + at}`, '99')),
      ];
      const registros = all.slice(Math.max(0, (page - 1) * size - 1), page * size);
      return answer({ page: asked['page'], total: all.length, registros });
    });
  });
  return Object.assign(simulator, await listen(server));
};

export interface MkAuthSimulator extends Served {
  client: { id: string; secret: string };
}

/** Simulates the parts of MK-AUTH that second copies use. */
export const startMkAuth = async (): Promise<MkAuthSimulator> => {
  const client = { id: 'Client_Id_abc', secret: 'Client_Secret_def' };
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2ln';
  const titles = [
    { titulo: 501, status: 'vencido', valor: '79.90', datavenc: '2026-11-05 00:00:00', login: 'helena' },
    { titulo: 502, status: 'aberto', valor: '79.90', datavenc: '2026-12-05 00:00:00', login: 'helena' },
    { titulo: 500, status: 'pago', valor: '79.90', datavenc: '2026-10-05 00:00:00', login: 'helena' },
  ].map((title) => ({
    ...title,
    linhadig: '00190.00009 01234.567891',
    pix: title.titulo === 502 ? '00020126MK502' : '',
  }));
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
    if (request.url === '/api/') {
      response.statusCode = authorization === basic ? 200 : 401;
      response.end(authorization === basic ? `${token}\n` : '');
    } else if (authorization !== `Bearer ${token}`) {
      response.statusCode = 401;
      response.end('{}');
    } else {
      const isKnown = request.url === '/api/titulo/titulos/12345678909';
      response.end(JSON.stringify(isKnown ? { titulos: titles } : { mensagem: 'Registro não encontrado' }));
    }
  });
  return Object.assign({ client }, await listen(server));
};
