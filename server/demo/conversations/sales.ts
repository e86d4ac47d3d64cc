import { attendant, bot, customer, quoting, reaction, withFile } from './script.ts';
import type { Script } from './script.ts';

const greeting = bot(
  'Olá, {nome}! 👋 Aqui é a *Aurora Móveis*. Já vamos te atender. Enquanto isso, conte em uma mensagem o que você procura.',
  'Oi, {nome}! Bem-vindo(a) à *Aurora Móveis*. Um dos nossos atendentes fala com você em instantes.',
);

/** Before the sale: products, prices, orders, payment. */
export const salesScripts: readonly Script[] = [
  {
    lines: [
      customer('Oi, boa tarde! Vocês têm {produto} a pronta entrega?', 'Olá! Queria saber se tem {produto} em estoque'),
      greeting,
      attendant(
        'Oi, {nome}! Aqui é {atendente}. Temos sim, {produto} sai por {valor} à vista no Pix ou em até 10x sem juros.',
      ),
      customer('Qual o prazo de entrega para o CEP {cep}?'),
      attendant('Para esse CEP são 5 dias úteis, com frete de {frete}. Acima de R$ 1.500,00 o frete é grátis 😉'),
      customer('Perfeito, vou levar então', 'Fechado, pode separar para mim'),
      attendant('Ótimo! Me confirma, por favor, seu CPF e o endereço com número para eu fechar o pedido?'),
      customer('{cpf}\n{endereco}'),
      withFile(
        attendant('Pedido *{pedido}* fechado! Segue o resumo, é só conferir.'),
        'pdf',
        'pedido-{pedido}.pdf',
        'application/pdf',
      ),
      quoting(1, customer('Conferi, está tudo certo. Obrigada!', 'Tudo certo, obrigado pela atenção!')),
      attendant('Eu que agradeço! Assim que sair para entrega eu te aviso por aqui. 🚚'),
    ],
  },
  {
    lines: [
      customer('Bom dia, vi no site {produto} e queria ver mais fotos', 'Oi! Tem mais fotos de {item}?'),
      greeting,
      attendant('Bom dia, {nome}! Claro, mando agora.'),
      withFile(attendant('Essa é na cor natural'), 'image', 'produto-natural.jpg', 'image/jpeg'),
      withFile(attendant('E essa na cor grafite'), 'image', 'produto-grafite.jpg', 'image/jpeg'),
      reaction(1, '😍'),
      customer('Lindo demais! A grafite tem na loja da {bairro}?'),
      attendant('Tem uma peça em exposição lá, das 10h às 22h. Quer que eu reserve até {dia}?'),
      customer('Quero sim, passo {dia} depois das 18h'),
      attendant('Reservado no seu nome. É só falar que conversou com {atendente} por aqui.'),
      reaction(1, '👍'),
    ],
  },
  {
    lines: [
      customer('Vocês fazem orçamento para empresa? Preciso de {quantidade} unidades de {item}'),
      greeting,
      attendant('Fazemos sim, {nome}! Para {quantidade} unidades consigo um preço especial. Pode me passar o CNPJ?'),
      customer('{cnpj}'),
      attendant('Obrigado(a)! Um minuto que já monto a proposta.'),
      withFile(attendant('Segue a proposta, válida por 7 dias.'), 'pdf', 'proposta-{pedido}.pdf', 'application/pdf'),
      customer('Consegue melhorar um pouco o frete?'),
      quoting(1, withFile(attendant(''), 'audio', null, 'audio/ogg')),
      customer('Vou levar para aprovação e retorno amanhã', 'Show! Vou passar para o financeiro'),
      attendant('Combinado! Fico à disposição.'),
    ],
  },
  {
    lines: [
      customer(
        'Oi, fiz o pedido {pedido} e ainda não recebi o boleto',
        'Bom dia, preciso do boleto do pedido {pedido}',
      ),
      greeting,
      attendant('Oi, {nome}! Vou gerar a segunda via agora mesmo.'),
      withFile(attendant('Aqui está, com vencimento para {dia}.'), 'pdf', 'boleto-{pedido}.pdf', 'application/pdf'),
      attendant('Se preferir, a linha digitável é:\n{boleto}'),
      customer('Paguei agora, quanto tempo leva para compensar?'),
      attendant('Até 2 dias úteis. Se puder mandar o comprovante, já deixo adiantado com o financeiro.'),
      withFile(customer(''), 'image', 'comprovante.jpg', 'image/jpeg'),
      attendant('Recebido! Pagamento localizado, pedido liberado para separação. ✅'),
      customer('Que rápido! Obrigado', 'Muito obrigada 🙏'),
    ],
  },
  {
    lines: [
      withFile(customer(''), 'audio', null, 'audio/ogg'),
      greeting,
      attendant('Oi, {nome}! Ouvi seu áudio. Você procura {produto}, certo? Tem alguma medida máxima?'),
      customer('Isso! A parede tem 2,40 m', 'Isso mesmo, não pode passar de 1,80 m de largura'),
      attendant('Então esse modelo serve: {produto}, {valor} no Pix. Chega montado.'),
      customer('E dá para parcelar no cartão?'),
      quoting(1, attendant('Dá sim, em até 10x de {parcela} sem juros.')),
      customer('Vou medir de novo em casa e te chamo'),
      attendant('Perfeito, {nome}. Deixo o preço garantido até {dia}.'),
    ],
  },
  {
    lines: [
      customer('Tem desconto no Pix?', 'Qual o desconto para pagamento à vista?'),
      greeting,
      attendant('Tem sim! 8% em qualquer produto do site, {nome}. Qual você gostou?'),
      customer('{produto}'),
      attendant('Com o desconto fica {valor}. Posso gerar o código?'),
      customer('Pode', 'Pode sim, por favor'),
      attendant(
        '```00020126580014BR.GOV.BCB.PIX0136{pedido}-aurora-moveis```\nÉ só copiar e colar no app do banco. Vale por 30 minutos.',
      ),
      customer('Feito!'),
      attendant('Caiu aqui. Pedido *{pedido}* confirmado, obrigado(a) pela compra! 💛'),
      reaction(1, '❤️'),
    ],
  },
  {
    lines: [
      customer('Boa noite, vocês montam os móveis também?'),
      greeting,
      attendant(
        'Boa noite, {nome}! Montamos sim, sem custo para {bairro} e região. O montador agenda em até 3 dias depois da entrega.',
      ),
      customer('Ótimo. E guarda-roupa precisa furar a parede?'),
      attendant('Só a fixação de segurança, dois furos pequenos no topo. Se não quiser, o montador deixa sem.'),
      customer('Entendi, valeu!'),
    ],
  },
  {
    lines: [
      customer('Esse preço de {item} ainda está valendo?'),
      withFile(customer(''), 'image', 'captura-de-tela.png', 'image/png'),
      greeting,
      attendant('Está sim, {nome}, até {dia} ou enquanto durar o estoque. Restam poucas unidades.'),
      customer('Me manda o link'),
      attendant('https://aurora.example/produtos/{pedido}'),
      customer('Comprei! Chega quando no {bairro}?'),
      attendant('Previsão para {dia}, no período da tarde. Você recebe o rastreio por e-mail e por aqui.'),
    ],
  },
];
