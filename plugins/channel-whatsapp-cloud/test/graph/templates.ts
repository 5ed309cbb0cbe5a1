import type { WireTemplate } from './state.ts';

/** Templates of every shape that companies have. */
export const offers: readonly Omit<WireTemplate, 'id'>[] = [
  {
    name: 'retomada',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Olá, {{1}}! Podemos continuar a nossa conversa?' }],
  },
  {
    name: 'pedido',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    parameter_format: 'NAMED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: '{{1}}' },
      { type: 'BODY', text: 'Olá, {{nome}}! Seu pedido na {{loja}} saiu.' },
      { type: 'FOOTER', text: 'Responda para falar conosco' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Falar' },
          { type: 'URL', text: 'Ver pedido', url: 'https://aurora.example/{{1}}' },
        ],
      },
    ],
  },
  {
    name: 'vitrine',
    language: 'pt_BR',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Chegou, {{1}}!' },
    ],
  },
  {
    name: 'cupom',
    language: 'pt_BR',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [
      { type: 'BODY', text: 'Um presente para você.' },
      { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copiar código' }] },
    ],
  },
  {
    name: 'carrossel',
    language: 'pt_BR',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Veja:' }, { type: 'CAROUSEL' }],
  },
  {
    name: 'agendamento',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [
      { type: 'BODY', text: 'Escolha o seu horário, {{1}}.' },
      { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Agendar' }] },
    ],
  },
  {
    name: 'produtos',
    language: 'pt_BR',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [
      { type: 'BODY', text: 'Veja o catálogo.' },
      { type: 'BUTTONS', buttons: [{ type: 'CATALOG', text: 'Ver catálogo' }] },
    ],
  },
  {
    name: 'relampago',
    language: 'pt_BR',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [{ type: 'LIMITED_TIME_OFFER' }, { type: 'BODY', text: 'Só hoje.' }],
  },
  {
    name: 'em_analise',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'PENDING',
    components: [{ type: 'BODY', text: 'Logo mais.' }],
  },
  {
    name: 'recusado',
    language: 'pt_BR',
    category: 'MARKETING',
    status: 'REJECTED',
    rejected_reason: 'INVALID_FORMAT',
    components: [{ type: 'BODY', text: 'Compre já!' }],
  },
];
