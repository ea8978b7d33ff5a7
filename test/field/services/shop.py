"""A shop in the way of Django REST framework's guide, whose document drf-spectacular makes from the models."""
import sys
import tempfile

from django.conf import settings

FILTERS = [
    "django_filters.rest_framework.DjangoFilterBackend",
    "rest_framework.filters.SearchFilter",
    "rest_framework.filters.OrderingFilter",
]
settings.configure(
    ROOT_URLCONF=__name__,
    SECRET_KEY="for the field",
    ALLOWED_HOSTS=["*"],
    USE_TZ=True,
    INSTALLED_APPS=["django.contrib.contenttypes", "rest_framework", "django_filters", "drf_spectacular"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": tempfile.mkdtemp(prefix="animal-store-field-") + "/db",
            "OPTIONS": {"timeout": 20},
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    REST_FRAMEWORK={
        "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
        "PAGE_SIZE": 10,
        "DEFAULT_FILTER_BACKENDS": FILTERS,
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "UNAUTHENTICATED_USER": None,
    },
    SPECTACULAR_SETTINGS={"TITLE": "Shop", "VERSION": "1.0.0", "COMPONENT_SPLIT_REQUEST": True},
)
import django  # noqa: E402

django.setup()
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.urls import include, path  # noqa: E402
from drf_spectacular.views import SpectacularAPIView  # noqa: E402
from rest_framework import routers, serializers, viewsets  # noqa: E402


class Customer(models.Model):
    name = models.CharField(max_length=80)
    email = models.EmailField(unique=True)
    birth_date = models.DateField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "contenttypes"
        ordering = ["id"]


class Product(models.Model):
    sku = models.SlugField(max_length=32, unique=True)
    title = models.CharField(max_length=120)
    kind = models.CharField(max_length=8, choices=[("book", "Book"), ("toy", "Toy")], default="book")
    price = models.DecimalField(max_digits=9, decimal_places=2)

    class Meta:
        app_label = "contenttypes"
        ordering = ["id"]


class Order(models.Model):
    customer = models.ForeignKey(Customer, on_delete=models.CASCADE)
    note = models.TextField(blank=True)

    class Meta:
        app_label = "contenttypes"
        ordering = ["id"]


class Line(models.Model):
    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="lines")
    product = models.ForeignKey(Product, on_delete=models.PROTECT)
    quantity = models.PositiveIntegerField()

    class Meta:
        app_label = "contenttypes"
        ordering = ["id"]


class CustomerSerializer(serializers.ModelSerializer):
    class Meta:
        model = Customer
        fields = "__all__"


class ProductSerializer(serializers.ModelSerializer):
    class Meta:
        model = Product
        fields = "__all__"


class LineSerializer(serializers.ModelSerializer):
    class Meta:
        model = Line
        fields = ["product", "quantity"]


class OrderSerializer(serializers.ModelSerializer):
    lines = LineSerializer(many=True)

    class Meta:
        model = Order
        fields = ["id", "customer", "note", "lines"]

    def create(self, data):
        lines = data.pop("lines")
        order = Order.objects.create(**data)
        for line in lines:
            Line.objects.create(order=order, **line)
        return order

    def update(self, order, data):
        lines = data.pop("lines", None)
        order = super().update(order, data)
        if lines is not None:
            order.lines.all().delete()
            for line in lines:
                Line.objects.create(order=order, **line)
        return order


class CustomerViewSet(viewsets.ModelViewSet):
    queryset = Customer.objects.all()
    serializer_class = CustomerSerializer
    filterset_fields = ["name"]
    search_fields = ["name", "email"]
    ordering_fields = ["name", "created"]


class ProductViewSet(viewsets.ModelViewSet):
    queryset = Product.objects.all()
    serializer_class = ProductSerializer
    filterset_fields = {"kind": ["exact"], "price": ["gte", "lte"]}
    search_fields = ["title", "sku"]
    ordering_fields = ["price", "title"]


class OrderViewSet(viewsets.ModelViewSet):
    queryset = Order.objects.all()
    serializer_class = OrderSerializer
    filterset_fields = ["customer"]
    ordering_fields = ["id"]


router = routers.DefaultRouter()
router.register("customers", CustomerViewSet)
router.register("products", ProductViewSet)
router.register("orders", OrderViewSet)
urlpatterns = [path("api/", include(router.urls)), path("schema/", SpectacularAPIView.as_view())]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


if __name__ == "__main__":
    with connection.schema_editor() as editor:
        for model in (Customer, Product, Order, Line):
            editor.create_model(model)
    server = ThreadedWSGIServer(("127.0.0.1", int(sys.argv[1])), Quiet)
    server.set_app(get_wsgi_application())
    server.serve_forever()
