import type { Talk } from './talk.ts';

export interface Arrival {
  /** Index of the queue in the list; null: outside every queue. */
  queue: 0 | 1 | 2 | null;
  talk: Talk;
}

/** Customers who have just written and are not answered yet. */
export const arrivals: readonly Arrival[] = [
  {
    queue: 0,
    talk: [
      '< Oi, boa tarde',
      '< Recebi uma ligação do INSS marcando perícia para {dia}',
      '< Vocês podem me orientar? É urgente 🙏',
    ],
  },
  {
    queue: 1,
    talk: [
      '< Bom dia! Peguei o contato de vocês com a minha vizinha',
      '< Queria saber se ainda dá tempo de entrar contra a firma, saí em {data}',
    ],
  },
  {
    queue: 2,
    talk: [
      '< Olá, tudo bem?',
      '< Meu ex-marido{ela} entrou com pedido para diminuir a pensão',
      '< Recebi a intimação hoje e o prazo é de 15 dias',
      '< Quanto vocês cobram para me defender?',
    ],
  },
  { queue: 0, talk: ['< Boa tarde, vocês atendem em {cidade}?', '< É sobre aposentadoria rural'] },
  {
    queue: 1,
    talk: [
      '< Oi',
      '< Alguém pode me dizer se o acordo da {empresa} já foi pago?',
      '< Já passou do dia {data} e não caiu nada na conta',
    ],
  },
  { queue: null, talk: ['< Bom dia, quero marcar uma consulta', '< Pode ser {dia} depois das {hora}?'] },
  {
    queue: 2,
    talk: [
      '< Olá! Vi o site de vocês',
      '< Preciso de ajuda com o inventário da minha mãe',
      '< Somos em três irmãos e um não quer assinar',
    ],
  },
];
