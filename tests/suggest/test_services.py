"""Services by host and port, or by URL."""

from advisor.model import ReachHost, ReachLocalService
from advisor.suggest.services import service_at, services_in


def needs(found):
    return [(one.need, one.line) for one in found]


def test_this_machine_another_host_and_another_container():
    assert needs(service_at("127.0.0.1", 1, 2, "")) == [(ReachLocalService(1, "127.0.0.1"), 2)]
    assert needs(service_at("db.example", 1, 2, "")) == [(ReachHost("db.example", 1), 2)]
    assert needs(service_at("db", 1, 2, "")) == []
    assert needs(service_at("${DB}", 1, 2, "")) == []


def test_urls():
    text = "a: redis://localhost\nb: https://a.example\nc: amqp://u:p@q.example:5673/v\nd: redis://-/\n"
    assert needs(services_in(text, "")) == [(ReachLocalService(6379, "127.0.0.1"), 1), (ReachHost("q.example", 5673), 3)]
