import { template } from './drawing.ts';

export const secondInvoice = template(
  'second-invoice',
  'Segunda via de boleto',
  'Pede o CPF, consulta o seu sistema por HTTP e envia o link do boleto.',
  [{ kind: 'queue', id: '1', name: 'Financeiro' }],
  [
    ['inicio', 'startNode', 0, 1, { label: 'Inicio', settings: { queueId: 1 } }],
    [
      'cpf',
      'collectNode',
      1,
      1,
      {
        question: '%saudacao%! Para a segunda via, qual é o CPF do titular?',
        kind: 'cpf',
        variable: 'cpf',
        min: null,
        max: null,
        delay: 1,
        tries: 3,
        timeoutMinutes: 60,
        invalidTexts: ['Este CPF não confere. Escreva os 11 números, por favor.'],
      },
    ],
    [
      'consulta',
      'httpNode',
      2,
      1,
      {
        method: 'GET',
        url: 'https://sistema.example/boletos?cpf=%cpf%',
        headers: [{ name: 'authorization', value: 'Bearer %secret.boletos%' }],
        body: '',
        saves: [
          { path: 'boletos[0].link', variable: 'link' },
          { path: 'boletos[0].vencimento', variable: 'vencimento' },
          { path: 'boletos[0].valor', variable: 'valor' },
        ],
        timeoutSeconds: 10,
      },
    ],
    [
      'achou',
      'conditionNode',
      3,
      1,
      {
        branches: [
          { id: 'sim', title: 'Há boleto', match: 'all', rules: [{ name: 'link', operator: 'isSet', value: '' }] },
        ],
      },
    ],
    [
      'boleto',
      'messageNode',
      4,
      0,
      {
        label: 'Aqui está o boleto de R$ %valor%, com vencimento em %vencimento%:\n%link%',
        delay: 1,
        sendGreetingMessage: 1,
      },
    ],
    ['fim', 'closeNode', 5, 0, { text: 'Qualquer dúvida, é só escrever.', asksRating: true }],
    [
      'nenhum',
      'departmentNode',
      4,
      1,
      { queueId: 1, text: 'Não encontrei boleto em aberto. Vou chamar o Financeiro.' },
    ],
    ['erro', 'departmentNode', 4, 2, { queueId: 1, text: 'O sistema não respondeu agora. Vou chamar o Financeiro.' }],
  ],
  [
    ['inicio', 'cpf'],
    ['cpf', 'consulta'],
    ['cpf:invalid', 'erro'],
    ['cpf:timeout', 'nenhum'],
    ['consulta', 'achou'],
    ['consulta:failed', 'erro'],
    ['achou:branch-sim', 'boleto'],
    ['achou:else', 'nenhum'],
    ['boleto', 'fim'],
  ],
);
