<?php

/**
 * A shop that takes payments with Florin. PHP 8, nothing but what comes with it:
 *
 *     FLORIN_KEY=<API key> FLORIN_MERCHANT=<merchant id> php -S localhost:8080 shop.php
 *
 * The button leads to the payment page. The customer comes back with the id of a transaction, which proves nothing: the
 * shop asks Florin about it.
 */

declare(strict_types=1);

const TEXT = 'Two bags of Java, whole beans';
const PRICE = '49.99';
const AMOUNT = 4999;
const CURRENCY = 'EUR';

final class Refused extends Exception
{
}

/** Asks the merchants' API: the key is the password, the user name is empty. Without an answer, the status is 0. */
function florin(string $method, string $path, ?array $body = null, ?string $idempotencyKey = null): array
{
    $headers = [
        'Authorization: Basic ' . base64_encode(':' . getenv('FLORIN_KEY')),
        'Content-Type: application/json',
    ];
    if ($idempotencyKey !== null) {
        $headers[] = "Idempotency-Key: $idempotencyKey";
    }
    $http = ['method' => $method, 'header' => $headers, 'ignore_errors' => true, 'timeout' => 20];
    if ($body !== null) {
        $http['content'] = json_encode($body);
    }
    $url = (getenv('FLORIN_BASE_URL') ?: 'http://localhost:3000') . $path;
    $text = @file_get_contents($url, false, stream_context_create(['http' => $http]));
    $status = preg_match('/ (\d{3})/', $http_response_header[0] ?? '', $found) ? (int) $found[1] : 0;
    return [$status, $text === false ? null : json_decode($text, true)];
}

function merchant(): array
{
    [$status, $body] = florin('GET', '/merchants/' . getenv('FLORIN_MERCHANT'));
    if ($status !== 200) {
        throw new Refused('We cannot take payments just now.', 502);
    }
    return $body['merchant'];
}

/** A file for each order, named by its id, which is the reference of its payment. A real shop has a database. */
function orderFile(string $id): string
{
    return (getenv('SHOP_ORDERS') ?: sys_get_temp_dir()) . "/order-$id.json";
}

function createOrder(): array
{
    $order = ['id' => bin2hex(random_bytes(16)), 'amount' => AMOUNT, 'currency' => CURRENCY];
    $order += ['transaction' => null, 'captured' => false];
    file_put_contents(orderFile($order['id']), json_encode($order));
    return $order;
}

function paymentLink(array $merchant, array $order): string
{
    $query = [
        'key' => $merchant['key'],
        'value' => PRICE,
        'currency' => $order['currency'],
        'text' => TEXT,
        'reference' => $order['id'],
        'redirect' => "http://localhost:{$_SERVER['SERVER_PORT']}/orders/{$order['id']}/return",
    ];
    if ($merchant['test']) {
        $query['test'] = '1';
    }
    return (getenv('FLORIN_POS_URL') ?: 'http://localhost:3001') . '/?' . http_build_query($query);
}

/** The customer is back, and says that this transaction has paid. While we look, nobody else changes the order. */
function complete(string $orderId, string $transactionId): array
{
    // The id becomes part of a URL: nothing but an id may get there.
    if (!preg_match('/^[0-9a-f]{24}$/D', $transactionId)) {
        throw new Refused('This is no transaction.', 400);
    }
    $file = fopen(orderFile($orderId), 'r+');
    flock($file, LOCK_EX);
    $order = json_decode(stream_get_contents($file), true);
    if ($order['captured'] && $order['transaction'] === $transactionId) {
        return $order;
    }
    [$status, $body] = florin('GET', "/transactions/$transactionId");
    if ($status === 403 || $status === 404) {
        throw new Refused('There is no such transaction.', 400);
    }
    if ($status !== 200) {
        throw new Refused('We cannot tell yet whether you have paid. Please reload.', 502);
    }
    $transaction = $body['transaction'];
    $merchant = merchant();
    $pays = $transaction['successful']
        && $transaction['merchantId'] === $merchant['id']
        && $transaction['test'] === $merchant['test']
        && $transaction['amount'] === $order['amount']
        && $transaction['currency'] === $order['currency']
        && ($transaction['custom']['reference'] ?? null) === $order['id'];
    if (!$pays) {
        throw new Refused('This transaction does not pay for this order.', 400);
    }

    // One transaction pays for an order. The shop stores its id before it takes the money.
    $order['transaction'] ??= $transactionId;
    if ($order['transaction'] !== $transactionId) {
        throw new Refused('The order has been paid already.', 409);
    }
    rewrite($file, $order);
    $capture = ['amount' => $order['amount'], 'currency' => $order['currency']];
    // However often the customer comes back, or the answer gets lost, the money is taken once.
    [$status] = florin('POST', "/transactions/$transactionId/captures", $capture, "capture-{$order['id']}");
    if ($status !== 201) {
        throw new Refused('We cannot take your money yet. Please reload.', 502);
    }
    $order['captured'] = true;
    rewrite($file, $order);
    return $order;
}

/** @param resource $file */
function rewrite($file, array $order): void
{
    rewind($file);
    ftruncate($file, 0);
    fwrite($file, json_encode($order));
    fflush($file);
}

function page(int $status, string $title, string $content): void
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    $title = htmlspecialchars($title);
    echo '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        "<title>$title</title><h1>$title</h1>$content</html>\n";
}

$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$isGet = $_SERVER['REQUEST_METHOD'] === 'GET';
try {
    if ($isGet && $path === '/') {
        $what = '<p>' . htmlspecialchars(TEXT) . ': ' . CURRENCY . ' ' . PRICE . '</p>';
        page(200, 'Coffee & John', $what . '<form method="post" action="/orders"><button>Pay</button></form>');
    } elseif (!$isGet && $path === '/orders') {
        header('Location: ' . paymentLink(merchant(), createOrder()), true, 303);
    } elseif ($isGet && preg_match('#^/orders/([0-9a-f]{32})/return$#D', $path, $found) && is_file(orderFile($found[1]))) {
        $transactionId = $_GET['transactionId'] ?? '';
        $order = complete($found[1], is_string($transactionId) ? $transactionId : '');
        page(200, 'Thank you', '<p>Paid: ' . CURRENCY . ' ' . PRICE . "</p><p>Order {$order['id']}, "
            . "transaction <span id=\"transaction\">{$order['transaction']}</span></p>");
    } else {
        page(404, 'There is nothing here', '');
    }
} catch (Refused $refused) {
    // With 502 the customer may have paid.
    $title = $refused->getCode() === 502 ? 'One moment' : 'Not paid';
    page($refused->getCode(), $title, '<p>' . htmlspecialchars($refused->getMessage()) . '</p>');
}
