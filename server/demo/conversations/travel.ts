import { attendant, bot, customer, quoting, reaction, withFile } from './script.ts';
import type { Script } from './script.ts';

const greeting = bot(
  'Olá, {nome}! Você está falando com a *Brisa Turismo* 🌴 Conte para onde quer ir e em que mês.',
  'Oi, {nome}! Aqui é a *Brisa Turismo*. Um dos nossos consultores já vai te atender.',
);

/** A travel agency: quotes, bookings, changes, vouchers. */
export const travelScripts: readonly Script[] = [
  {
    lines: [
      customer(
        'Oi! Quanto fica um pacote para {destino}, 2 adultos e 1 criança?',
        'Bom dia, vocês têm pacote para {destino} em janeiro?',
      ),
      greeting,
      attendant('Oi, {nome}! Aqui é {atendente}. Tenho saída de Confins e do Galeão. Qual fica melhor para você?'),
      customer('Do Galeão, por favor'),
      withFile(
        attendant('Montei duas opções, com e sem café da manhã.'),
        'pdf',
        'orcamento-{pedido}.pdf',
        'application/pdf',
      ),
      quoting(
        1,
        customer(
          'Gostei da segunda. Dá para parcelar?',
          'A primeira cabe melhor no bolso 😅 Parcela em quantas vezes?',
        ),
      ),
      attendant('Em até 10x de {parcela} sem juros, ou {valor} à vista no Pix.'),
      customer('Vou falar com meu marido e te respondo', 'Vou ver com a família e volto aqui'),
      attendant('Combinado! Consigo segurar o preço até {dia}.'),
    ],
  },
  {
    lines: [
      customer('Boa tarde, preciso remarcar minha viagem', 'Oi, tive um imprevisto e preciso mudar a data do voo'),
      greeting,
      attendant('Claro, {nome}. Qual o localizador da reserva?'),
      customer('{pedido}'),
      attendant('Achei. Tem vaga no mesmo voo na {dia} da semana seguinte, com taxa de {frete}.'),
      customer('A taxa não dá para isentar? Foi por motivo de saúde'),
      quoting(1, attendant('Com o atestado, a companhia costuma isentar. Consegue me mandar por aqui?')),
      withFile(customer(''), 'image', 'atestado.jpg', 'image/jpeg'),
      attendant('Recebi e já enviei. Isenção aprovada! Segue o bilhete novo.'),
      withFile(attendant(''), 'pdf', 'bilhete-{pedido}.pdf', 'application/pdf'),
      customer('Nossa, muito obrigada! Salvou minha viagem', 'Vocês são demais, obrigado!'),
      reaction(2, '🙏'),
    ],
  },
  {
    lines: [
      bot(
        'Oi, {nome}! Faltam 3 dias para a sua viagem a {destino} 🎒 Os vouchers estão no seu e-mail. Posso ajudar em algo?',
      ),
      customer('Não achei o voucher do traslado', 'O e-mail não chegou, podem mandar por aqui?'),
      attendant('Mando agora, {nome}.'),
      withFile(attendant('Traslado e hotel no mesmo arquivo.'), 'pdf', 'vouchers-{pedido}.pdf', 'application/pdf'),
      customer('Quem vai estar esperando no aeroporto?'),
      withFile(attendant(''), 'audio', null, 'audio/ogg'),
      reaction(1, '👍'),
    ],
  },
  {
    lines: [
      withFile(customer(''), 'audio', null, 'audio/ogg'),
      greeting,
      attendant(
        '{nome}, ouvi seu áudio. Para a lua de mel sugiro {destino}: hotel só para adultos, 7 noites, {valor} o casal.',
      ),
      customer('Parece perfeito 😍 Tem fotos do quarto?'),
      withFile(attendant('Vista do quarto'), 'image', 'quarto-vista-mar.jpg', 'image/jpeg'),
      withFile(attendant('E a piscina'), 'image', 'piscina.jpg', 'image/jpeg'),
      reaction(1, '😍'),
      customer('Pode reservar!', 'Fechado, quero esse'),
      attendant('Que alegria! Me envia o nome completo e o CPF dos dois, por favor.'),
      customer('{cpf}\nJá mando o dele'),
    ],
  },
  {
    lines: [
      customer('Meu voo foi cancelado!!', 'A companhia acabou de cancelar meu voo de {dia}, e agora?'),
      greeting,
      attendant('Calma, {nome}, já estou vendo. Me passa o localizador?'),
      customer('{pedido}'),
      attendant('Consegui te colocar no voo das {hora}, sem custo. Pode ser?'),
      customer('Pode sim!! Obrigado', 'Ufa. Pode, por favor'),
      withFile(attendant('Pronto. Cartão de embarque atualizado.'), 'pdf', 'embarque-{pedido}.pdf', 'application/pdf'),
      customer('Atendimento nota 10'),
      reaction(2, '❤️'),
    ],
  },
  {
    lines: [
      customer(
        'Oi, preciso da segunda via do boleto da viagem',
        'Bom dia, meu boleto venceu ontem. Consegue gerar outro?',
      ),
      greeting,
      attendant('Oi, {nome}! Gerei com vencimento para {dia}, sem juros.'),
      withFile(attendant(''), 'pdf', 'boleto-{pedido}.pdf', 'application/pdf'),
      customer('Obrigada', 'Valeu!'),
      withFile(customer('Pago'), 'image', 'comprovante.jpg', 'image/jpeg'),
      attendant('Recebido, {nome}. Falta só uma parcela agora ✈️'),
    ],
  },
  {
    lines: [
      customer(
        'Precisa de visto para {destino}?',
        'Criança de 8 anos precisa de passaporte para viajar dentro do Brasil?',
      ),
      greeting,
      attendant('Não precisa, {nome}. Em voo nacional basta o RG original ou a certidão de nascimento.'),
      customer('Ótimo, era só isso', 'Perfeito, obrigado pela informação'),
      attendant('Por nada! Boa viagem 🌴'),
    ],
  },
];
